(()=>{function zp(i,t,e){let{origin:n}=i,s=r=>[r.x+n[0],r.y+n[1],r.z+n[2]];return{ready:!0,frames:t.motion.count,times:Array.from(t.motion.times),show(r){return t.playing=!1,t.show(r),e.draw(),t.time},showTime(r){return t.playing=!1,t.seek(r),e.draw(),t.time},play(r=!0){t.play(r)},still({camera:r="iso",labels:o=!1,reactions:a=!1,axes:l=!1,theme:c="light"}={}){e.theme.show(c),e.app.classList.add("still");for(let h of Object.keys(e.arrows.on))e.arrows.on[h]=a&&h==="reactionForces";e.labels.visible=o,e.toggleAxes(l),e.stage.resize(),e.look(r),e.draw()},state(){let r=e.at,o=i.joints.map((l,c)=>{let[h,u]=e.glyphs[c].map(({body:d,frame:f})=>s(f.point(d)));return[l.name,{parent:h,child:u}]}),a=i.bodies.map((l,c)=>{let{x:h,y:u,z:d,w:f}=e.bodies[c].quaternion;return[l.name,{position:s(e.bodies[c].position),quaternion:[f,h,u,d]}]});return{time:t.time,frame:r.frame,part:r.part,playing:t.playing,loop:t.loop,speed:t.speed,camera:e.cameras.preset,orthographic:e.cameras.orthographic,theme:e.theme.name,followed:e.cameras.followed===null?null:i.bodies[e.cameras.followed].name,chosen:e.chosen,labels:e.labels.visible,axes:e.labels.axes,clear:e.clear,arrows:{on:{...e.arrows.on},factor:e.arrows.factor,joints:e.arrows.state()},plots:e.plots.state(),ghosts:Object.fromEntries(e.ghosts.positions().map(([l,c])=>[l,c.map(s)])),ghostsVisible:e.ghosts.visible,joints:Object.fromEntries(o),bodies:Object.fromEntries(a)}}}}var fr=[.01,.02,.05,.1,.25,.5,1,2,5,10],Fl=class{constructor(t){this.motion=t,this.time=t.start,this.playing=!1,this.loop=!0,this.speed=Px(t.end-t.start),this.listeners=[],this.told={}}due(t){let e=performance.now();return this.playing&&e-(this.told[t]??0)<100?!1:(this.told[t]=e,!0)}listen(t){this.listeners.push(t)}tell(){for(let t of this.listeners)t(this)}seek(t){this.time=Math.min(Math.max(t,this.motion.start),this.motion.end),this.tell()}show(t){let e=Math.min(Math.max(Math.round(t),0),this.motion.count-1);this.seek(this.motion.times[e])}step(t){this.playing=!1;let{frame:e,part:n}=this.motion.place(this.time);this.show(t<0&&n>0?e:e+t)}play(t=!this.playing){t&&this.time>=this.motion.end&&(this.time=this.motion.start),this.playing=t&&this.motion.count>1,this.tell()}setSpeed(t){this.speed=t,this.tell()}faster(t){let e=fr.findIndex(n=>n>=this.speed);this.setSpeed(fr[Math.min(Math.max(e+t,0),fr.length-1)])}setLoop(t=!this.loop){this.loop=t,this.tell()}advance(t){let{start:e,end:n}=this.motion,s=this.time+t*this.speed;s>n&&(this.loop?s=e+(s-e)%(n-e):this.playing=!1),this.seek(s)}};function Px(i){if(i>=.8)return 1;let t=fr.filter(e=>e<=1&&i/e>=3);return t.length?t[t.length-1]:fr[0]}async function Vp(){let i=document.getElementById("scene"),t=JSON.parse(i.textContent);return i.remove(),Ix(t)}async function Ix(i){if(i.format!==1)throw new Error(`scene of format ${i.format} is not known`);let t=await Lx(i.data);delete i.data;let e={};for(let[n,s]of Object.entries(i.arrays))e[n]=Dx(t,s);return i.arrays=e,i}async function Lx(i){let t=Uint8Array.from(atob(i),n=>n.charCodeAt(0)),e=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(e).arrayBuffer())}function Dx(i,t){let e=t.shape.reduce((a,l)=>a*l,1);if(t.kind==="doubles")return new Float64Array(kp(i,t.at,e,8).buffer);let n=new Uint32Array(kp(i,t.at,e,4).buffer);if(t.kind==="floats")return new Float32Array(n.buffer);let s=t.shape[0],r=s?e/s:0,o=new Float64Array(e);for(let a=0;a<r;a+=1){let l=t.step[t.step.length>1?a:0],c=0,h=0;for(let u=0;u<s;u+=1){let d=n[a*s+u];c+=d>>>1^-(d&1),h+=c,o[u*r+a]=h*l}}return o}function kp(i,t,e,n){let s=new Uint8Array(e*n);for(let r=0;r<n;r+=1){let o=t+r*e;for(let a=0;a<e;a+=1)s[a*n+r]=i[o+a]}return s}function lt(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))r!=null&&(s==="class"?n.className=r:s==="text"?n.textContent=r:s.startsWith("on")?n.addEventListener(s.slice(2),r):r===!0?n.setAttribute(s,""):r!==!1&&n.setAttribute(s,String(r)));return n.append(...e.filter(s=>s!=null)),n}var Gp="http://www.w3.org/2000/svg",Nx={play:"M7 4.5v15l12-7.5z",pause:"M6.5 5h4v14h-4zM13.5 5h4v14h-4z",first:"M6 5h2v14H6zM19 5v14l-10-7z",last:"M16 5h2v14h-2zM5 5v14l10-7z",back:"M9 12l8-6.5v13zM6 5.5h1.6v13H6z",next:"M15 12L7 5.5v13zM16.4 5.5H18v13h-1.6z",loop:"M6.8 7H15V4l5 4.2-5 4.2V9H8v3.5H6V7.8zM17.2 17H9v3l-5-4.2 5-4.2V15h7v-3.5h2v4.7z",close:"M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",plus:"M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",tree:"M4 5h6v4H4zM12 6.2h8v1.6h-8zM8 12h6v4H8zM16 13.2h4v1.6h-4zM5 9h1.5v5H8v1.5H5z",theme:"M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9zm-2.9 2.6A9 9 0 0 0 18.4 15 7 7 0 1 1 9.1 5.6z",more:"M5 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM12 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM19 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",chart:"M4 4h1.6v14.4H20V20H4zM8 15l3.5-5 3 3L19 6.5l1.3.9-5.6 8-3-3L9.3 16z"};function Hp(i){let t=document.createElementNS(Gp,"svg");t.setAttribute("viewBox","0 0 24 24"),t.setAttribute("aria-hidden","true");let e=document.createElementNS(Gp,"path");return e.setAttribute("d",Nx[i]),t.append(e),t}function Ce(i,t,e,n){let s=lt("button",{type:"button",title:t,"aria-label":t,onclick:e});return n&&s.append(Hp(n)),i&&s.append(lt("span",{text:i})),s}function Wp(i,t){i.replaceChildren(Hp(t))}function Ki(i,t=4){if(i==null||!Number.isFinite(i))return"\u2013";if(i===0)return"0";let e=Math.abs(i);return e>=1e5||e<.001?i.toExponential(t-2).replace("e+","e"):String(Number(i.toPrecision(t)))}var Ux={2:"\xB2",3:"\xB3",4:"\u2074","-1":"\u207B\xB9"};function vi(i){return i.replace(/\^(-?\d)/g,(t,e)=>Ux[e]??t)}var Fx=[["space","play or pause"],["left, right","one frame back or forward"],["shift + left, right","ten frames back or forward"],["home, end","first and last frame"],["+, -","faster, slower"],["o","loop playback"],["1, 2, 3, 4","view: iso, front, right, top"],["5","orthographic or perspective"],["f","fit to view; so does a double click"],["l","labels"],["a","axes of joints"],["r","reaction forces"],["m","reaction moments"],["e","drive and joint forces"],["t","traces"],["x","transparent bodies"],["c","compare: show or hide the other run"],["b, g","show or hide the list, the plots"],["p","open a plot"],["escape","clear selection"]];function Xp(i,t){let e={" ":()=>t.play(),ArrowLeft:n=>t.step(n.shiftKey?-10:-1),ArrowRight:n=>t.step(n.shiftKey?10:1),Home:()=>t.show(0),End:()=>t.show(t.motion.count-1),"+":()=>t.faster(1),"=":()=>t.faster(1),"-":()=>t.faster(-1),o:()=>t.setLoop(),1:()=>i.look("iso"),2:()=>i.look("front"),3:()=>i.look("right"),4:()=>i.look("top"),5:()=>i.toggleOrthographic(),f:()=>i.fit(),l:()=>i.toggleLabels(),a:()=>i.toggleAxes(),r:()=>i.setArrows("reactionForces"),m:()=>i.setArrows("reactionMoments"),e:()=>i.setArrows("efforts"),t:()=>i.toggleTraces(),x:()=>i.toggleClear(),c:()=>i.toggleGhosts(),b:()=>i.toggleTree(),g:()=>i.togglePlots(),p:()=>i.openChooser(null),h:()=>i.help(),"?":()=>i.help(),Escape:()=>i.choose(null)};document.addEventListener("keydown",n=>{if(n.ctrlKey||n.metaKey||n.altKey||document.querySelector("dialog[open]"))return;let{target:s}=n,r=s.isContentEditable||s.matches?.('input[type="search"], input[type="text"], textarea, select'),o=e[n.key];r||!o||(n.preventDefault(),s.matches?.("button, summary, input")&&s.blur(),o(n))})}function qp(){let i=lt("dialog",{class:"help",onclick:t=>{t.target===i&&i.close()}});return i.append(lt("header",{},lt("h2",{text:"Keyboard and mouse"}),Ce("","Close",()=>i.close(),"close")),lt("dl",{},...Fx.flatMap(([t,e])=>[lt("dt",{},...t.split(", ").flatMap((n,s)=>s?[", ",lt("kbd",{text:n})]:[lt("kbd",{text:n})])),lt("dd",{text:e})])),lt("p",{text:"Drag to rotate, right button to pan, wheel to zoom. With fingers: one rotates, two zoom and pan. Click a body or joint to see its data, a plot to go to a time."})),i}var nr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},ir={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Nm=0,Cd=1,Um=2;var wr=1,Fm=2,Po=3,sr=0,$n=1,pi=2,Er=0,Io=1,Rd=2,Pd=3,Id=4,Om=5;var Ar=100,Bm=101,zm=102,km=103,Vm=104,Gm=200,Hm=201,Wm=202,Xm=203,Ld=204,Dd=205,qm=206,Ym=207,Zm=208,$m=209,Jm=210,Km=211,jm=212,Qm=213,tg=214,uc=0,dc=1,fc=2,po=3,pc=4,mc=5,mo=6,gc=7,Nd=0,eg=1,ng=2,ns=0,Ud=1,Fd=2,Od=3,sl=4,Bd=5,zd=6,kd=7;var Vd=300,Tr=301,Lo=302,Yc=303,Zc=304,_c=1e3,Qi=1001,xc=1002,Rn=1003,ig=1004;var rl=1005;var Zn=1006,$c=1007;var Es=1008;var Qn=1009,Gd=1010,Hd=1011,Do=1012,Jc=1013,Bi=1014,wi=1015,zi=1016,Kc=1017,jc=1018,Cr=1020,Wd=35902,Xd=35899,qd=1021,Yd=1022,ki=1023,Ss=1026,As=1027,Qc=1028,th=1029,rr=1030,eh=1031;var nh=1033,ol=33776,al=33777,ll=33778,cl=33779,ih=35840,sh=35841,rh=35842,oh=35843,ah=36196,lh=37492,ch=37496,hh=37488,uh=37489,hl=37490,dh=37491,fh=37808,ph=37809,mh=37810,gh=37811,_h=37812,xh=37813,yh=37814,vh=37815,Sh=37816,Mh=37817,bh=37818,wh=37819,Eh=37820,Ah=37821,Th=36492,Ch=36494,Rh=36495,Ph=36283,Ih=36284,ul=36285,Lh=36286;var Sa=2300,yc=2301,cc=2302,_d=2303,xd=2400,yd=2401,vd=2402;var sg=3200;var Dh=0,rg=1,Ts="",li="srgb",Ma="srgb-linear",ba="linear",Fe="srgb";var hc=7680;var og=519,ag=512,lg=513,cg=514,Zd=515,hg=516,ug=517,$d=518,Jd=519,Kd=35044,jd=35048;var Qd="300 es",Mi=2e3,go=2001;function Ox(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Bx(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function wa(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function dg(){let i=wa("canvas");return i.style.display="block",i}var Yp={},_o=null;function Ea(...i){let t="THREE."+i.shift();_o?_o("log",t,...i):console.log(t,...i)}function fg(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function ne(...i){i=fg(i);let t="THREE."+i.shift();if(_o)_o("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function le(...i){i=fg(i);let t="THREE."+i.shift();if(_o)_o("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function ga(...i){let t=i.join(" ");t in Yp||(Yp[t]=!0,ne(...i))}function pg(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var mg={[uc]:uc,[fc]:mo,[pc]:pc,[po]:mc,[dc]:dc,[mo]:fc,[gc]:gc,[mc]:po},Ui=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},On=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Zp=1234567,_a=Math.PI/180,xo=180/Math.PI;function Cs(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(On[i&255]+On[i>>8&255]+On[i>>16&255]+On[i>>24&255]+"-"+On[t&255]+On[t>>8&255]+"-"+On[t>>16&15|64]+On[t>>24&255]+"-"+On[e&63|128]+On[e>>8&255]+"-"+On[e>>16&255]+On[e>>24&255]+On[n&255]+On[n>>8&255]+On[n>>16&255]+On[n>>24&255]).toLowerCase()}function fe(i,t,e){return Math.max(t,Math.min(e,i))}function tf(i,t){return(i%t+t)%t}function zx(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function kx(i,t,e){return i!==t?(e-i)/(t-i):0}function xa(i,t,e){return(1-e)*i+e*t}function Vx(i,t,e,n){return xa(i,t,1-Math.exp(-e*n))}function Gx(i,t=1){return t-Math.abs(tf(i,t*2)-t)}function Hx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function Wx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function Xx(i,t){return i+Math.floor(Math.random()*(t-i+1))}function qx(i,t){return i+Math.random()*(t-i)}function Yx(i){return i*(.5-Math.random())}function Zx(i){i!==void 0&&(Zp=i);let t=Zp+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function $x(i){return i*_a}function Jx(i){return i*xo}function Kx(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function jx(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function ef(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Qx(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:ne("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Nh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function nf(i,t){if(t.constructor===Float32Array)return i;let e=Nh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function sf(i,t){if(t.constructor===Float32Array)return i;let e=Nh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var dl={DEG2RAD:_a,RAD2DEG:xo,generateUUID:Cs,clamp:fe,euclideanModulo:tf,mapLinear:zx,inverseLerp:kx,lerp:xa,damp:Vx,pingpong:Gx,smoothstep:Hx,smootherstep:Wx,randInt:Xx,randFloat:qx,randFloatSpread:Yx,seededRandom:Zx,degToRad:$x,radToDeg:Jx,isPowerOfTwo:Kx,ceilPowerOfTwo:jx,floorPowerOfTwo:ef,setQuaternionFromProperEuler:Qx,normalize:sf,denormalize:nf},pt=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(fe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Oe=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],y=r[o+3];if(u!==y||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*y;m<0&&(d=-d,f=-f,p=-p,y=-y,m=-m);let g=1-a;if(m<.9995){let S=Math.acos(m),A=Math.sin(S);g=Math.sin(g*S)/A,a=Math.sin(a*S)/A,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+y*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+y*a;let S=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=S,c*=S,h*=S,u*=S}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*f-c*d,t[e+1]=l*p+h*d+c*u-a*f,t[e+2]=c*p+h*f+a*d-l*u,t[e+3]=h*p-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:ne("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(fe(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},R=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion($p.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion($p.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this.z=fe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this.z=fe(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return qu.copy(this).projectOnVector(t),this.sub(qu)}reflect(t){return this.sub(qu.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(fe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},qu=new R,$p=new Oe,me=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],y=s[0],m=s[3],g=s[6],S=s[1],A=s[4],v=s[7],P=s[2],T=s[5],_=s[8];return r[0]=o*y+a*S+l*P,r[3]=o*m+a*A+l*T,r[6]=o*g+a*v+l*_,r[1]=c*y+h*S+u*P,r[4]=c*m+h*A+u*T,r[7]=c*g+h*v+u*_,r[2]=d*y+f*S+p*P,r[5]=d*m+f*A+p*T,r[8]=d*g+f*v+p*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=e*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return t[0]=u*y,t[1]=(s*c-h*n)*y,t[2]=(a*n-s*o)*y,t[3]=d*y,t[4]=(h*e-s*l)*y,t[5]=(s*r-a*e)*y,t[6]=f*y,t[7]=(n*l-c*e)*y,t[8]=(o*e-n*r)*y,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return ga("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Yu.makeScale(t,e)),this}rotate(t){return ga("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Yu.makeRotation(-t)),this}translate(t,e){return ga("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Yu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Yu=new me,Jp=new me().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Kp=new me().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function ty(){let i={enabled:!0,workingColorSpace:Ma,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Fe&&(s.r=vs(s.r),s.g=vs(s.g),s.b=vs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Fe&&(s.r=fo(s.r),s.g=fo(s.g),s.b=fo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ts?ba:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Ma]:{primaries:t,whitePoint:n,transfer:ba,toXYZ:Jp,fromXYZ:Kp,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:li},outputColorSpaceConfig:{drawingBufferColorSpace:li}},[li]:{primaries:t,whitePoint:n,transfer:Fe,toXYZ:Jp,fromXYZ:Kp,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:li}}}),i}var Ae=ty();function vs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function fo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Jr,vc=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Jr===void 0&&(Jr=wa("canvas")),Jr.width=t.width,Jr.height=t.height;let s=Jr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Jr}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=wa("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=vs(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(vs(e[n]/255)*255):e[n]=vs(e[n]);return{data:e,width:t.width,height:t.height}}else return ne("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},ey=0,yo=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:ey++}),this.uuid=Cs(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Zu(s[o].image)):r.push(Zu(s[o]))}else r=Zu(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Zu(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?vc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(ne("Texture: Unable to serialize Texture."),{})}var ny=0,$u=new R,jn=class i extends Ui{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Qi,s=Qi,r=Zn,o=Es,a=ki,l=Qn,c=i.DEFAULT_ANISOTROPY,h=Ts){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:ny++}),this.uuid=Cs(),this.name="",this.source=new yo(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new pt(0,0),this.repeat=new pt(1,1),this.center=new pt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new me,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize($u).x}get height(){return this.source.getSize($u).y}get depth(){return this.source.getSize($u).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){ne(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ne(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Vd)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case _c:t.x=t.x-Math.floor(t.x);break;case Qi:t.x=t.x<0?0:1;break;case xc:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case _c:t.y=t.y-Math.floor(t.y);break;case Qi:t.y=t.y<0?0:1;break;case xc:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};jn.DEFAULT_IMAGE=null;jn.DEFAULT_MAPPING=Vd;jn.DEFAULT_ANISOTROPY=1;var Be=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],y=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-y)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+y)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let A=(c+1)/2,v=(f+1)/2,P=(g+1)/2,T=(h+d)/4,_=(u+y)/4,E=(p+m)/4;return A>v&&A>P?A<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(A),s=T/n,r=_/n):v>P?v<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(v),n=T/s,r=E/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=_/r,s=E/r),this.set(n,s,r,e),this}let S=Math.sqrt((m-p)*(m-p)+(u-y)*(u-y)+(d-h)*(d-h));return Math.abs(S)<.001&&(S=1),this.x=(m-p)/S,this.y=(u-y)/S,this.z=(d-h)/S,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this.z=fe(this.z,t.z,e.z),this.w=fe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this.z=fe(this.z,t,e),this.w=fe(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Sc=class extends Ui{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Zn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Be(0,0,t,e),this.scissorTest=!1,this.viewport=new Be(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new jn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Zn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new yo(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},hi=class extends Sc{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Aa=class extends jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=Qi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Mc=class extends jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=Qi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Qt=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,u,d,f,p,y,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,y,m)}set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,y,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=y,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/Kr.setFromMatrixColumn(t,0).length(),r=1/Kr.setFromMatrixColumn(t,1).length(),o=1/Kr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+p*c,e[5]=d-y*c,e[9]=-a*l,e[2]=y-d*c,e[6]=p+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,p=c*h,y=c*u;e[0]=d+y*a,e[4]=p*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-p,e[6]=y+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,p=c*h,y=c*u;e[0]=d-y*a,e[4]=-o*u,e[8]=p+f*a,e[1]=f+p*a,e[5]=o*h,e[9]=y-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=p*c-f,e[8]=d*c+y,e[1]=l*u,e[5]=y*c+d,e[9]=f*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=y-d*u,e[8]=p*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+p,e[10]=d-y*u}else if(t.order==="XZY"){let d=o*l,f=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+y,e[5]=o*h,e[9]=f*u-p,e[2]=p*u-f,e[6]=a*h,e[10]=y*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(iy,t,sy)}lookAt(t,e,n){let s=this.elements;return oi.subVectors(t,e),oi.lengthSq()===0&&(oi.z=1),oi.normalize(),ks.crossVectors(n,oi),ks.lengthSq()===0&&(Math.abs(n.z)===1?oi.x+=1e-4:oi.z+=1e-4,oi.normalize(),ks.crossVectors(n,oi)),ks.normalize(),Ol.crossVectors(oi,ks),s[0]=ks.x,s[4]=Ol.x,s[8]=oi.x,s[1]=ks.y,s[5]=Ol.y,s[9]=oi.y,s[2]=ks.z,s[6]=Ol.z,s[10]=oi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],y=n[6],m=n[10],g=n[14],S=n[3],A=n[7],v=n[11],P=n[15],T=s[0],_=s[4],E=s[8],B=s[12],U=s[1],L=s[5],G=s[9],W=s[13],D=s[2],V=s[6],q=s[10],k=s[14],ct=s[3],$=s[7],j=s[11],tt=s[15];return r[0]=o*T+a*U+l*D+c*ct,r[4]=o*_+a*L+l*V+c*$,r[8]=o*E+a*G+l*q+c*j,r[12]=o*B+a*W+l*k+c*tt,r[1]=h*T+u*U+d*D+f*ct,r[5]=h*_+u*L+d*V+f*$,r[9]=h*E+u*G+d*q+f*j,r[13]=h*B+u*W+d*k+f*tt,r[2]=p*T+y*U+m*D+g*ct,r[6]=p*_+y*L+m*V+g*$,r[10]=p*E+y*G+m*q+g*j,r[14]=p*B+y*W+m*k+g*tt,r[3]=S*T+A*U+v*D+P*ct,r[7]=S*_+A*L+v*V+P*$,r[11]=S*E+A*G+v*q+P*j,r[15]=S*B+A*W+v*k+P*tt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],p=t[3],y=t[7],m=t[11],g=t[15],S=l*f-c*d,A=a*f-c*u,v=a*d-l*u,P=o*f-c*h,T=o*d-l*h,_=o*u-a*h;return e*(y*S-m*A+g*v)-n*(p*S-m*P+g*T)+s*(p*A-y*P+g*_)-r*(p*v-y*T+m*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],p=t[12],y=t[13],m=t[14],g=t[15],S=e*a-n*o,A=e*l-s*o,v=e*c-r*o,P=n*l-s*a,T=n*c-r*a,_=s*c-r*l,E=h*y-u*p,B=h*m-d*p,U=h*g-f*p,L=u*m-d*y,G=u*g-f*y,W=d*g-f*m,D=S*W-A*G+v*L+P*U-T*B+_*E;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let V=1/D;return t[0]=(a*W-l*G+c*L)*V,t[1]=(s*G-n*W-r*L)*V,t[2]=(y*_-m*T+g*P)*V,t[3]=(d*T-u*_-f*P)*V,t[4]=(l*U-o*W-c*B)*V,t[5]=(e*W-s*U+r*B)*V,t[6]=(m*v-p*_-g*A)*V,t[7]=(h*_-d*v+f*A)*V,t[8]=(o*G-a*U+c*E)*V,t[9]=(n*U-e*G-r*E)*V,t[10]=(p*T-y*v+g*S)*V,t[11]=(u*v-h*T-f*S)*V,t[12]=(a*B-o*L-l*E)*V,t[13]=(e*L-n*B+s*E)*V,t[14]=(y*A-p*P-m*S)*V,t[15]=(h*P-u*A+d*S)*V,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,y=o*h,m=o*u,g=a*u,S=l*c,A=l*h,v=l*u,P=n.x,T=n.y,_=n.z;return s[0]=(1-(y+g))*P,s[1]=(f+v)*P,s[2]=(p-A)*P,s[3]=0,s[4]=(f-v)*T,s[5]=(1-(d+g))*T,s[6]=(m+S)*T,s[7]=0,s[8]=(p+A)*_,s[9]=(m-S)*_,s[10]=(1-(d+y))*_,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Kr.set(s[0],s[1],s[2]).length(),a=Kr.set(s[4],s[5],s[6]).length(),l=Kr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Li.copy(this);let c=1/o,h=1/a,u=1/l;return Li.elements[0]*=c,Li.elements[1]*=c,Li.elements[2]*=c,Li.elements[4]*=h,Li.elements[5]*=h,Li.elements[6]*=h,Li.elements[8]*=u,Li.elements[9]*=u,Li.elements[10]*=u,e.setFromRotationMatrix(Li),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=Mi,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),d=(e+t)/(e-t),f=(n+s)/(n-s),p,y;if(l)p=r/(o-r),y=o*r/(o-r);else if(a===Mi)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===go)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Mi,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),d=-(e+t)/(e-t),f=-(n+s)/(n-s),p,y;if(l)p=1/(o-r),y=o/(o-r);else if(a===Mi)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===go)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Kr=new R,Li=new Qt,iy=new R(0,0,0),sy=new R(1,1,1),ks=new R,Ol=new R,oi=new R,jp=new Qt,Qp=new Oe,Ms=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(fe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-fe(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(fe(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-fe(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(fe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-fe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:ne("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return jp.makeRotationFromQuaternion(t),this.setFromRotationMatrix(jp,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Qp.setFromEuler(this),this.setFromQuaternion(Qp,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ms.DEFAULT_ORDER="XYZ";var vo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},ry=0,tm=new R,jr=new Oe,ms=new Qt,Bl=new R,la=new R,oy=new R,ay=new Oe,em=new R(1,0,0),nm=new R(0,1,0),im=new R(0,0,1),sm={type:"added"},ly={type:"removed"},Qr={type:"childadded",child:null},Ju={type:"childremoved",child:null},In=class i extends Ui{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:ry++}),this.uuid=Cs(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new R,e=new Ms,n=new Oe,s=new R(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Qt},normalMatrix:{value:new me}}),this.matrix=new Qt,this.matrixWorld=new Qt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new vo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return jr.setFromAxisAngle(t,e),this.quaternion.multiply(jr),this}rotateOnWorldAxis(t,e){return jr.setFromAxisAngle(t,e),this.quaternion.premultiply(jr),this}rotateX(t){return this.rotateOnAxis(em,t)}rotateY(t){return this.rotateOnAxis(nm,t)}rotateZ(t){return this.rotateOnAxis(im,t)}translateOnAxis(t,e){return tm.copy(t).applyQuaternion(this.quaternion),this.position.add(tm.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(em,t)}translateY(t){return this.translateOnAxis(nm,t)}translateZ(t){return this.translateOnAxis(im,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(ms.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Bl.copy(t):Bl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),la.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ms.lookAt(la,Bl,this.up):ms.lookAt(Bl,la,this.up),this.quaternion.setFromRotationMatrix(ms),s&&(ms.extractRotation(s.matrixWorld),jr.setFromRotationMatrix(ms),this.quaternion.premultiply(jr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(le("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(sm),Qr.child=t,this.dispatchEvent(Qr),Qr.child=null):le("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(ly),Ju.child=t,this.dispatchEvent(Ju),Ju.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),ms.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),ms.multiply(t.parent.matrixWorld)),t.applyMatrix4(ms),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(sm),Qr.child=t,this.dispatchEvent(Qr),Qr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(la,t,oy),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(la,ay,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};In.DEFAULT_UP=new R(0,1,0);In.DEFAULT_MATRIX_AUTO_UPDATE=!0;In.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var zn=class extends In{constructor(){super(),this.isGroup=!0,this.type="Group"}},cy={type:"move"},So=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new zn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new zn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new R,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new R),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new zn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new R,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new R,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let y of t.hand.values()){let m=e.getJointPose(y,n),g=this._getHandJoint(c,y);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(cy)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new zn;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},gg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Vs={h:0,s:0,l:0},zl={h:0,s:0,l:0};function Ku(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var ee=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=li){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Ae.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=Ae.workingColorSpace){return this.r=t,this.g=e,this.b=n,Ae.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=Ae.workingColorSpace){if(t=tf(t,1),e=fe(e,0,1),n=fe(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Ku(o,r,t+1/3),this.g=Ku(o,r,t),this.b=Ku(o,r,t-1/3)}return Ae.colorSpaceToWorking(this,s),this}setStyle(t,e=li){function n(r){r!==void 0&&parseFloat(r)<1&&ne("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:ne("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);ne("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=li){let n=gg[t.toLowerCase()];return n!==void 0?this.setHex(n,e):ne("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=vs(t.r),this.g=vs(t.g),this.b=vs(t.b),this}copyLinearToSRGB(t){return this.r=fo(t.r),this.g=fo(t.g),this.b=fo(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=li){return Ae.workingToColorSpace(Bn.copy(this),t),Math.round(fe(Bn.r*255,0,255))*65536+Math.round(fe(Bn.g*255,0,255))*256+Math.round(fe(Bn.b*255,0,255))}getHexString(t=li){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Ae.workingColorSpace){Ae.workingToColorSpace(Bn.copy(this),e);let n=Bn.r,s=Bn.g,r=Bn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Ae.workingColorSpace){return Ae.workingToColorSpace(Bn.copy(this),e),t.r=Bn.r,t.g=Bn.g,t.b=Bn.b,t}getStyle(t=li){Ae.workingToColorSpace(Bn.copy(this),t);let e=Bn.r,n=Bn.g,s=Bn.b;return t!==li?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Vs),this.setHSL(Vs.h+t,Vs.s+e,Vs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Vs),t.getHSL(zl);let n=xa(Vs.h,zl.h,e),s=xa(Vs.s,zl.s,e),r=xa(Vs.l,zl.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Bn=new ee;ee.NAMES=gg;var Ta=class extends In{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ms,this.environmentIntensity=1,this.environmentRotation=new Ms,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Di=new R,gs=new R,ju=new R,_s=new R,to=new R,eo=new R,rm=new R,Qu=new R,td=new R,ed=new R,nd=new Be,id=new Be,sd=new Be,Xs=class i{constructor(t=new R,e=new R,n=new R){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Di.subVectors(t,e),s.cross(Di);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Di.subVectors(s,e),gs.subVectors(n,e),ju.subVectors(t,e);let o=Di.dot(Di),a=Di.dot(gs),l=Di.dot(ju),c=gs.dot(gs),h=gs.dot(ju),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,_s)===null?!1:_s.x>=0&&_s.y>=0&&_s.x+_s.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,_s)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,_s.x),l.addScaledVector(o,_s.y),l.addScaledVector(a,_s.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return nd.setScalar(0),id.setScalar(0),sd.setScalar(0),nd.fromBufferAttribute(t,e),id.fromBufferAttribute(t,n),sd.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(nd,r.x),o.addScaledVector(id,r.y),o.addScaledVector(sd,r.z),o}static isFrontFacing(t,e,n,s){return Di.subVectors(n,e),gs.subVectors(t,e),Di.cross(gs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Di.subVectors(this.c,this.b),gs.subVectors(this.a,this.b),Di.cross(gs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;to.subVectors(s,n),eo.subVectors(r,n),Qu.subVectors(t,n);let l=to.dot(Qu),c=eo.dot(Qu);if(l<=0&&c<=0)return e.copy(n);td.subVectors(t,s);let h=to.dot(td),u=eo.dot(td);if(h>=0&&u<=h)return e.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(to,o);ed.subVectors(t,r);let f=to.dot(ed),p=eo.dot(ed);if(p>=0&&f<=p)return e.copy(r);let y=f*c-l*p;if(y<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(eo,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return rm.subVectors(r,s),a=(u-h)/(u-h+(f-p)),e.copy(s).addScaledVector(rm,a);let g=1/(m+y+d);return o=y*g,a=d*g,e.copy(n).addScaledVector(to,o).addScaledVector(eo,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},xn=class{constructor(t=new R(1/0,1/0,1/0),e=new R(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Ni.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Ni.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Ni.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Ni):Ni.fromBufferAttribute(r,o),Ni.applyMatrix4(t.matrixWorld),this.expandByPoint(Ni);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),kl.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),kl.copy(n.boundingBox)),kl.applyMatrix4(t.matrixWorld),this.union(kl)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Ni),Ni.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(ca),Vl.subVectors(this.max,ca),no.subVectors(t.a,ca),io.subVectors(t.b,ca),so.subVectors(t.c,ca),Gs.subVectors(io,no),Hs.subVectors(so,io),pr.subVectors(no,so);let e=[0,-Gs.z,Gs.y,0,-Hs.z,Hs.y,0,-pr.z,pr.y,Gs.z,0,-Gs.x,Hs.z,0,-Hs.x,pr.z,0,-pr.x,-Gs.y,Gs.x,0,-Hs.y,Hs.x,0,-pr.y,pr.x,0];return!rd(e,no,io,so,Vl)||(e=[1,0,0,0,1,0,0,0,1],!rd(e,no,io,so,Vl))?!1:(Gl.crossVectors(Gs,Hs),e=[Gl.x,Gl.y,Gl.z],rd(e,no,io,so,Vl))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Ni).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Ni).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(xs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),xs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),xs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),xs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),xs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),xs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),xs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),xs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(xs),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},xs=[new R,new R,new R,new R,new R,new R,new R,new R],Ni=new R,kl=new xn,no=new R,io=new R,so=new R,Gs=new R,Hs=new R,pr=new R,ca=new R,Vl=new R,Gl=new R,mr=new R;function rd(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){mr.fromArray(i,r);let a=s.x*Math.abs(mr.x)+s.y*Math.abs(mr.y)+s.z*Math.abs(mr.z),l=t.dot(mr),c=e.dot(mr),h=n.dot(mr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var pn=new R,Hl=new pt,hy=0,qe=class extends Ui{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:hy++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Kd,this.updateRanges=[],this.gpuType=wi,this.version=0,this._normalizationScale=t!==void 0?Nh(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Hl.fromBufferAttribute(this,e),Hl.applyMatrix3(t),this.setXY(e,Hl.x,Hl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)pn.fromBufferAttribute(this,e),pn.applyMatrix3(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)pn.fromBufferAttribute(this,e),pn.applyMatrix4(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)pn.fromBufferAttribute(this,e),pn.applyNormalMatrix(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)pn.fromBufferAttribute(this,e),pn.transformDirection(t),this.setXYZ(e,pn.x,pn.y,pn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):nf(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):sf(t,this.array)}};var Ca=class extends qe{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Ra=class extends qe{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var Pe=class extends qe{constructor(t,e,n){super(new Float32Array(t),e,n)}},uy=new xn,ha=new R,od=new R,ui=class{constructor(t=new R,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):uy.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;ha.subVectors(t,this.center);let e=ha.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(ha,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(od.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(ha.copy(t.center).add(od)),this.expandByPoint(ha.copy(t.center).sub(od))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},dy=0,Si=new Qt,ad=new In,ro=new R,ai=new xn,ua=new xn,Cn=new R,Ye=class i extends Ui{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:dy++}),this.uuid=Cs(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Ox(t)?Ra:Ca)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new me().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Si.makeRotationFromQuaternion(t),this.applyMatrix4(Si),this}rotateX(t){return Si.makeRotationX(t),this.applyMatrix4(Si),this}rotateY(t){return Si.makeRotationY(t),this.applyMatrix4(Si),this}rotateZ(t){return Si.makeRotationZ(t),this.applyMatrix4(Si),this}translate(t,e,n){return Si.makeTranslation(t,e,n),this.applyMatrix4(Si),this}scale(t,e,n){return Si.makeScale(t,e,n),this.applyMatrix4(Si),this}lookAt(t){return ad.lookAt(t),ad.updateMatrix(),this.applyMatrix4(ad.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(ro).negate(),this.translate(ro.x,ro.y,ro.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Pe(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&ne("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new xn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){le("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new R(-1/0,-1/0,-1/0),new R(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];ai.setFromBufferAttribute(r),this.morphTargetsRelative?(Cn.addVectors(this.boundingBox.min,ai.min),this.boundingBox.expandByPoint(Cn),Cn.addVectors(this.boundingBox.max,ai.max),this.boundingBox.expandByPoint(Cn)):(this.boundingBox.expandByPoint(ai.min),this.boundingBox.expandByPoint(ai.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&le('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new ui);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){le("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new R,1/0);return}if(t){let n=this.boundingSphere.center;if(ai.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];ua.setFromBufferAttribute(a),this.morphTargetsRelative?(Cn.addVectors(ai.min,ua.min),ai.expandByPoint(Cn),Cn.addVectors(ai.max,ua.max),ai.expandByPoint(Cn)):(ai.expandByPoint(ua.min),ai.expandByPoint(ua.max))}ai.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Cn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Cn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Cn.fromBufferAttribute(a,c),l&&(ro.fromBufferAttribute(t,c),Cn.add(ro)),s=Math.max(s,n.distanceToSquared(Cn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&le('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){le("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new qe(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let B=0;B<n.count;B++)a[B]=new R,l[B]=new R;let h=new R,u=new R,d=new R,f=new pt,p=new pt,y=new pt,m=new R,g=new R;function S(B,U,L){c[B]=c[U]=c[L]=1,h.fromBufferAttribute(n,B),u.fromBufferAttribute(n,U),d.fromBufferAttribute(n,L),f.fromBufferAttribute(r,B),p.fromBufferAttribute(r,U),y.fromBufferAttribute(r,L),u.sub(h),d.sub(h),p.sub(f),y.sub(f);let G=1/(p.x*y.y-y.x*p.y);isFinite(G)&&(m.copy(u).multiplyScalar(y.y).addScaledVector(d,-p.y).multiplyScalar(G),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-y.x).multiplyScalar(G),a[B].add(m),a[U].add(m),a[L].add(m),l[B].add(g),l[U].add(g),l[L].add(g))}let A=this.groups;A.length===0&&(A=[{start:0,count:t.count}]);for(let B=0,U=A.length;B<U;++B){let L=A[B],G=L.start,W=L.count;for(let D=G,V=G+W;D<V;D+=3)S(t.getX(D+0),t.getX(D+1),t.getX(D+2))}let v=new R,P=new R,T=new R,_=new R;function E(B){T.fromBufferAttribute(s,B),_.copy(T);let U=a[B];v.copy(U),v.sub(T.multiplyScalar(T.dot(U))).normalize(),P.crossVectors(_,U);let G=P.dot(l[B])<0?-1:1;o.setXYZW(B,v.x,v.y,v.z,G)}for(let B=0,U=n.count;B<U;++B)c[B]&&E(B);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new qe(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new R,r=new R,o=new R,a=new R,l=new R,c=new R,h=new R,u=new R;if(t)for(let d=0,f=t.count;d<f;d+=3){let p=t.getX(d+0),y=t.getX(d+1),m=t.getX(d+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,y),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Cn.fromBufferAttribute(t,e),Cn.normalize(),t.setXYZ(e,Cn.x,Cn.y,Cn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let y=0,m=l.length;y<m;y++){a.isInterleavedBufferAttribute?f=l[y]*a.data.stride+a.offset:f=l[y]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new qe(d,h,u)}if(this.index===null)return ne("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},bc=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=Kd,this.updateRanges=[],this.version=0,this.uuid=Cs()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=om(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=om(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function om(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Cs()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var qn=new R,Fi=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?Nh(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)qn.fromBufferAttribute(this,e),qn.applyMatrix4(t),this.setXYZ(e,qn.x,qn.y,qn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)qn.fromBufferAttribute(this,e),qn.applyNormalMatrix(t),this.setXYZ(e,qn.x,qn.y,qn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)qn.fromBufferAttribute(this,e),qn.transformDirection(t),this.setXYZ(e,qn.x,qn.y,qn.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){Ea("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new qe(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){Ea("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):nf(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):sf(t,this.data.array)}},ld=new R,fy=new R,py=new me,ci=class{constructor(t=new R(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=ld.subVectors(n,e).cross(fy.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(ld),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||py.getNormalMatrix(t),s=this.coplanarPoint(ld).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},my=0,ts=class extends Ui{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:my++}),this.uuid=Cs(),this.name="",this.type="Material",this.blending=Io,this.side=sr,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Ld,this.blendDst=Dd,this.blendEquation=Ar,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ee(0,0,0),this.blendAlpha=0,this.depthFunc=po,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=og,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=hc,this.stencilZFail=hc,this.stencilZPass=hc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){ne(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ne(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new ee().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new ci().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new pt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new pt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var ys=new R,cd=new R,Wl=new R,Xl=new R,qs=class{constructor(t=new R,e=new R(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,ys)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=ys.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(ys.copy(this.origin).addScaledVector(this.direction,e),ys.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){cd.copy(t).add(e).multiplyScalar(.5),Wl.copy(e).sub(t).normalize(),Xl.copy(this.origin).sub(cd);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Wl),a=Xl.dot(this.direction),l=-Xl.dot(Wl),c=Xl.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let y=1/h;u*=y,d*=y,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(cd).addScaledVector(Wl,d),f}intersectSphere(t,e){if(t.radius<0)return null;ys.subVectors(t.center,this.origin);let n=ys.dot(this.direction),s=ys.dot(ys)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,ys)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,d=t.y-o.y,f=t.z-o.z,p=e.x-o.x,y=e.y-o.y,m=e.z-o.z,g=n.x-o.x,S=n.y-o.y,A=n.z-o.z,v=Math.abs(l),P=Math.abs(c),T=Math.abs(h),_,E,B,U,L,G,W,D,V,q,k,ct;if(v>=P&&v>=T?(B=l,G=u,V=p,ct=g,l>=0?(_=c,E=h,U=d,L=f,W=y,D=m,q=S,k=A):(_=h,E=c,U=f,L=d,W=m,D=y,q=A,k=S)):P>=T?(B=c,G=d,V=y,ct=S,c>=0?(_=h,E=l,U=f,L=u,W=m,D=p,q=A,k=g):(_=l,E=h,U=u,L=f,W=p,D=m,q=g,k=A)):(B=h,G=f,V=m,ct=A,h>=0?(_=l,E=c,U=u,L=d,W=p,D=y,q=g,k=S):(_=c,E=l,U=d,L=u,W=y,D=p,q=S,k=g)),B===0)return null;let $=_/B,j=E/B,tt=1/B,ft=U-$*G,ht=L-j*G,Q=W-$*V,_t=D-j*V,yt=q-$*ct,Lt=k-j*ct,wt=yt*_t-Lt*Q,Gt=ft*Lt-ht*yt,re=Q*ht-_t*ft;if(s){if(wt<0||Gt<0||re<0)return null}else if((wt<0||Gt<0||re<0)&&(wt>0||Gt>0||re>0))return null;let Jt=wt+Gt+re;if(Jt===0)return null;let oe=tt*(wt*G+Gt*V+re*ct);return(Jt>0?oe<0:oe>0)?null:this.at(oe/Jt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},bs=class extends ts{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ee(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ms,this.combine=Nd,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},am=new Qt,gr=new qs,ql=new ui,lm=new R,Yl=new R,Zl=new R,$l=new R,hd=new R,Jl=new R,cm=new R,Kl=new R,mn=class extends In{constructor(t=new Ye,e=new bs){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Jl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(hd.fromBufferAttribute(u,t),o?Jl.addScaledVector(hd,h):Jl.addScaledVector(hd.sub(e),h))}e.add(Jl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),ql.copy(n.boundingSphere),ql.applyMatrix4(r),gr.copy(t.ray).recast(t.near),!(ql.containsPoint(gr.origin)===!1&&(gr.intersectSphere(ql,lm)===null||gr.origin.distanceToSquared(lm)>(t.far-t.near)**2))&&(am.copy(r).invert(),gr.copy(t.ray).applyMatrix4(am),!(n.boundingBox!==null&&gr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,gr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=d.length;p<y;p++){let m=d[p],g=o[m.materialIndex],S=Math.max(m.start,f.start),A=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let v=S,P=A;v<P;v+=3){let T=a.getX(v),_=a.getX(v+1),E=a.getX(v+2);s=jl(this,g,t,n,c,h,u,T,_,E),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),y=Math.min(a.count,f.start+f.count);for(let m=p,g=y;m<g;m+=3){let S=a.getX(m),A=a.getX(m+1),v=a.getX(m+2);s=jl(this,o,t,n,c,h,u,S,A,v),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,y=d.length;p<y;p++){let m=d[p],g=o[m.materialIndex],S=Math.max(m.start,f.start),A=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let v=S,P=A;v<P;v+=3){let T=v,_=v+1,E=v+2;s=jl(this,g,t,n,c,h,u,T,_,E),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),y=Math.min(l.count,f.start+f.count);for(let m=p,g=y;m<g;m+=3){let S=m,A=m+1,v=m+2;s=jl(this,o,t,n,c,h,u,S,A,v),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function gy(i,t,e,n,s,r,o,a){let l;if(t.side===$n?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===sr,a),l===null)return null;Kl.copy(a),Kl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Kl);return c<e.near||c>e.far?null:{distance:c,point:Kl.clone(),object:i}}function jl(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Yl),i.getVertexPosition(l,Zl),i.getVertexPosition(c,$l);let h=gy(i,t,e,n,Yl,Zl,$l,cm);if(h){let u=new R;Xs.getBarycoord(cm,Yl,Zl,$l,u),s&&(h.uv=Xs.getInterpolatedAttribute(s,a,l,c,u,new pt)),r&&(h.uv1=Xs.getInterpolatedAttribute(r,a,l,c,u,new pt)),o&&(h.normal=Xs.getInterpolatedAttribute(o,a,l,c,u,new R),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new R,materialIndex:0};Xs.getNormal(Yl,Zl,$l,d.normal),h.face=d,h.barycoord=u}return h}var Pa=class extends jn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Rn,h=Rn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Ia=class extends qe{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},oo=new Qt,hm=new Qt,Ql=[],um=new xn,_y=new Qt,da=new mn,fa=new ui,Ys=class extends mn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Ia(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,_y)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new xn),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,oo),um.copy(t.boundingBox).applyMatrix4(oo),this.boundingBox.union(um)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new ui),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,oo),fa.copy(t.boundingSphere).applyMatrix4(oo),this.boundingSphere.union(fa)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(da.geometry=this.geometry,da.material=this.material,da.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),fa.copy(this.boundingSphere),fa.applyMatrix4(n),t.ray.intersectsSphere(fa)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,oo),hm.multiplyMatrices(n,oo),da.matrixWorld=hm,da.raycast(t,Ql);for(let o=0,a=Ql.length;o<a;o++){let l=Ql[o];l.instanceId=r,l.object=this,e.push(l)}Ql.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new Ia(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Pa(new Float32Array(s*this.count),s,this.count,Qc,wi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},_r=new ui,xy=new pt(.5,.5),tc=new R,Zs=class{constructor(t=new ci,e=new ci,n=new ci,s=new ci,r=new ci,o=new ci){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Mi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],y=r[9],m=r[10],g=r[11],S=r[12],A=r[13],v=r[14],P=r[15];if(s[0].setComponents(c-o,f-h,g-p,P-S).normalize(),s[1].setComponents(c+o,f+h,g+p,P+S).normalize(),s[2].setComponents(c+a,f+u,g+y,P+A).normalize(),s[3].setComponents(c-a,f-u,g-y,P-A).normalize(),n)s[4].setComponents(l,d,m,v).normalize(),s[5].setComponents(c-l,f-d,g-m,P-v).normalize();else if(s[4].setComponents(c-l,f-d,g-m,P-v).normalize(),e===Mi)s[5].setComponents(c+l,f+d,g+m,P+v).normalize();else if(e===go)s[5].setComponents(l,d,m,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),_r.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),_r.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(_r)}intersectsSprite(t){_r.center.set(0,0,0);let e=xy.distanceTo(t.center);return _r.radius=.7071067811865476+e,_r.applyMatrix4(t.matrixWorld),this.intersectsSphere(_r)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(tc.x=s.normal.x>0?t.max.x:t.min.x,tc.y=s.normal.y>0?t.max.y:t.min.y,tc.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(tc)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},dm=new Qt,wc=class i{constructor(){this.coordinateSystem=Mi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];dm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Zs),n[s].setFromProjectionMatrix(dm,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new Zs),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var es=class extends ts{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ee(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Ec=new R,Ac=new R,fm=new Qt,pa=new qs,ec=new ui,ud=new R,pm=new R,Mo=class extends In{constructor(t=new Ye,e=new es){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)Ec.fromBufferAttribute(e,s-1),Ac.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=Ec.distanceTo(Ac);t.setAttribute("lineDistance",new Pe(n,1))}else ne("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),ec.copy(n.boundingSphere),ec.applyMatrix4(s),ec.radius+=r,t.ray.intersectsSphere(ec)===!1)return;fm.copy(s).invert(),pa.copy(t.ray).applyMatrix4(fm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let y=f,m=p-1;y<m;y+=c){let g=h.getX(y),S=h.getX(y+1),A=nc(this,t,pa,l,g,S,y);A&&e.push(A)}if(this.isLineLoop){let y=h.getX(p-1),m=h.getX(f),g=nc(this,t,pa,l,y,m,p-1);g&&e.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let y=f,m=p-1;y<m;y+=c){let g=nc(this,t,pa,l,y,y+1,y);g&&e.push(g)}if(this.isLineLoop){let y=nc(this,t,pa,l,p-1,f,p-1);y&&e.push(y)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function nc(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(Ec.fromBufferAttribute(a,s),Ac.fromBufferAttribute(a,r),e.distanceSqToSegment(Ec,Ac,ud,pm)>n)return;ud.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(ud);if(!(c<t.near||c>t.far))return{distance:c,point:pm.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var mm=new R,gm=new R,yr=class extends Mo{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)mm.fromBufferAttribute(e,s),gm.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+mm.distanceTo(gm);t.setAttribute("lineDistance",new Pe(n,1))}else ne("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var La=class extends jn{constructor(t=[],e=Tr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var ws=class extends jn{constructor(t,e,n=Bi,s,r,o,a=Rn,l=Rn,c,h=Ss,u=1){if(h!==Ss&&h!==As)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new yo(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},Da=class extends ws{constructor(t,e=Bi,n=Tr,s,r,o=Rn,a=Rn,l,c=Ss){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},Na=class extends jn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},$s=class i extends Ye{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Pe(c,3)),this.setAttribute("normal",new Pe(h,3)),this.setAttribute("uv",new Pe(u,2));function p(y,m,g,S,A,v,P,T,_,E,B){let U=v/_,L=P/E,G=v/2,W=P/2,D=T/2,V=_+1,q=E+1,k=0,ct=0,$=new R;for(let j=0;j<q;j++){let tt=j*L-W;for(let ft=0;ft<V;ft++){let ht=ft*U-G;$[y]=ht*S,$[m]=tt*A,$[g]=D,c.push($.x,$.y,$.z),$[y]=0,$[m]=0,$[g]=T>0?1:-1,h.push($.x,$.y,$.z),u.push(ft/_),u.push(1-j/E),k+=1}}for(let j=0;j<E;j++)for(let tt=0;tt<_;tt++){let ft=d+tt+V*j,ht=d+tt+V*(j+1),Q=d+(tt+1)+V*(j+1),_t=d+(tt+1)+V*j;l.push(ft,ht,_t),l.push(ht,Q,_t),ct+=6}a.addGroup(f,ct,B),f+=ct,d+=k}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var Oi=class i extends Ye{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,y=[],m=n/2,g=0;S(),o===!1&&(t>0&&A(!0),e>0&&A(!1)),this.setIndex(h),this.setAttribute("position",new Pe(u,3)),this.setAttribute("normal",new Pe(d,3)),this.setAttribute("uv",new Pe(f,2));function S(){let v=new R,P=new R,T=0,_=(e-t)/n;for(let E=0;E<=r;E++){let B=[],U=E/r,L=U*(e-t)+t;for(let G=0;G<=s;G++){let W=G/s,D=W*l+a,V=Math.sin(D),q=Math.cos(D);P.x=L*V,P.y=-U*n+m,P.z=L*q,u.push(P.x,P.y,P.z),v.set(V,_,q).normalize(),d.push(v.x,v.y,v.z),f.push(W,1-U),B.push(p++)}y.push(B)}for(let E=0;E<s;E++)for(let B=0;B<r;B++){let U=y[B][E],L=y[B+1][E],G=y[B+1][E+1],W=y[B][E+1];(t>0||B!==0)&&(h.push(U,L,W),T+=3),(e>0||B!==r-1)&&(h.push(L,G,W),T+=3)}c.addGroup(g,T,0),g+=T}function A(v){let P=p,T=new pt,_=new R,E=0,B=v===!0?t:e,U=v===!0?1:-1;for(let G=1;G<=s;G++)u.push(0,m*U,0),d.push(0,U,0),f.push(.5,.5),p++;let L=p;for(let G=0;G<=s;G++){let D=G/s*l+a,V=Math.cos(D),q=Math.sin(D);_.x=B*q,_.y=m*U,_.z=B*V,u.push(_.x,_.y,_.z),d.push(0,U,0),T.x=V*.5+.5,T.y=q*.5*U+.5,f.push(T.x,T.y),p++}for(let G=0;G<s;G++){let W=P+G,D=L+G;v===!0?h.push(D,D+1,W):h.push(D+1,D,W),E+=3}c.addGroup(g,E,v===!0?1:2),g+=E}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Ua=class i extends Oi{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var di=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){ne("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new pt:new R);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new R,s=[],r=[],o=[],a=new R,l=new Qt;for(let f=0;f<=t;f++){let p=f/t;s[f]=this.getTangentAt(p,new R)}r[0]=new R,o[0]=new R;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(fe(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(fe(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},bo=class extends di{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new pt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},Tc=class extends bo{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function rf(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var _m=new R,xm=new R,dd=new rf,fd=new rf,pd=new rf,Js=class extends di{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new R){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(xm.subVectors(s[0],s[1]).add(s[0]),c=xm);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(_m.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=_m),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),y=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);y<1e-4&&(y=1),p<1e-4&&(p=y),m<1e-4&&(m=y),dd.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,y,m),fd.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,y,m),pd.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,y,m)}else this.curveType==="catmullrom"&&(dd.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),fd.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),pd.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(dd.calc(l),fd.calc(l),pd.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new R().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function ym(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function yy(i,t){let e=1-i;return e*e*t}function vy(i,t){return 2*(1-i)*i*t}function Sy(i,t){return i*i*t}function ya(i,t,e,n){return yy(i,t)+vy(i,e)+Sy(i,n)}function My(i,t){let e=1-i;return e*e*e*t}function by(i,t){let e=1-i;return 3*e*e*i*t}function wy(i,t){return 3*(1-i)*i*i*t}function Ey(i,t){return i*i*i*t}function va(i,t,e,n,s){return My(i,t)+by(i,e)+wy(i,n)+Ey(i,s)}var Fa=class extends di{constructor(t=new pt,e=new pt,n=new pt,s=new pt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(va(t,s.x,r.x,o.x,a.x),va(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Cc=class extends di{constructor(t=new R,e=new R,n=new R,s=new R){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(va(t,s.x,r.x,o.x,a.x),va(t,s.y,r.y,o.y,a.y),va(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Oa=class extends di{constructor(t=new pt,e=new pt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new pt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new pt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Rc=class extends di{constructor(t=new R,e=new R){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new R){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new R){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Ba=class extends di{constructor(t=new pt,e=new pt,n=new pt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(ya(t,s.x,r.x,o.x),ya(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},za=class extends di{constructor(t=new R,e=new R,n=new R){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(ya(t,s.x,r.x,o.x),ya(t,s.y,r.y,o.y),ya(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},ka=class extends di{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new pt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(ym(a,l.x,c.x,h.x,u.x),ym(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new pt().fromArray(s))}return this}},Pc=Object.freeze({__proto__:null,ArcCurve:Tc,CatmullRomCurve3:Js,CubicBezierCurve:Fa,CubicBezierCurve3:Cc,EllipseCurve:bo,LineCurve:Oa,LineCurve3:Rc,QuadraticBezierCurve:Ba,QuadraticBezierCurve3:za,SplineCurve:ka}),Ic=class extends di{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new Pc[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new Pc[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},Va=class extends Ic{constructor(t){super(),this.type="Path",this.currentPoint=new pt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new Oa(this.currentPoint.clone(),new pt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new Ba(this.currentPoint.clone(),new pt(t,e),new pt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new Fa(this.currentPoint.clone(),new pt(t,e),new pt(n,s),new pt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new ka(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new bo(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},wo=class extends Va{constructor(t){super(t),this.uuid=Cs(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new Va().fromJSON(s))}return this}};function Ay(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=_g(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=Iy(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let h=a,u=l;for(let d=e;d<s;d+=e){let f=i[d],p=i[d+1];f<a&&(a=f),p<l&&(l=p),f>h&&(h=f),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return Ga(r,o,e,a,l,c,0),o}function _g(i,t,e,n,s){let r;if(s===Gy(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=vm(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=vm(o/n|0,i[o],i[o+1],r);return r&&Eo(r,r.next)&&(Wa(r),r=r.next),r}function vr(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Eo(e,e.next)||nn(e.prev,e,e.next)===0)){if(Wa(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function Ga(i,t,e,n,s,r,o){if(!i)return;!o&&r&&Fy(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?Cy(i,n,s,r):Ty(i)){t.push(l.i,i.i,c.i),Wa(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=Ry(vr(i),t),Ga(i,t,e,n,s,r,2)):o===2&&Py(i,t,e,n,s,r):Ga(vr(i),t,e,n,s,r,1);break}}}function Ty(i){let t=i.prev,e=i,n=i.next;if(nn(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),d=Math.max(s,r,o),f=Math.max(a,l,c),p=n.next;for(;p!==t;){if(p.x>=h&&p.x<=d&&p.y>=u&&p.y<=f&&ma(s,a,r,l,o,c,p.x,p.y)&&nn(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function Cy(i,t,e,n){let s=i.prev,r=i,o=i.next;if(nn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,d=o.y,f=Math.min(a,l,c),p=Math.min(h,u,d),y=Math.max(a,l,c),m=Math.max(h,u,d),g=Sd(f,p,t,e,n),S=Sd(y,m,t,e,n),A=i.prevZ,v=i.nextZ;for(;A&&A.z>=g&&v&&v.z<=S;){if(A.x>=f&&A.x<=y&&A.y>=p&&A.y<=m&&A!==s&&A!==o&&ma(a,h,l,u,c,d,A.x,A.y)&&nn(A.prev,A,A.next)>=0||(A=A.prevZ,v.x>=f&&v.x<=y&&v.y>=p&&v.y<=m&&v!==s&&v!==o&&ma(a,h,l,u,c,d,v.x,v.y)&&nn(v.prev,v,v.next)>=0))return!1;v=v.nextZ}for(;A&&A.z>=g;){if(A.x>=f&&A.x<=y&&A.y>=p&&A.y<=m&&A!==s&&A!==o&&ma(a,h,l,u,c,d,A.x,A.y)&&nn(A.prev,A,A.next)>=0)return!1;A=A.prevZ}for(;v&&v.z<=S;){if(v.x>=f&&v.x<=y&&v.y>=p&&v.y<=m&&v!==s&&v!==o&&ma(a,h,l,u,c,d,v.x,v.y)&&nn(v.prev,v,v.next)>=0)return!1;v=v.nextZ}return!0}function Ry(i,t){let e=i;do{let n=e.prev,s=e.next.next;!Eo(n,s)&&yg(n,e,e.next,s)&&Ha(n,s)&&Ha(s,n)&&(t.push(n.i,e.i,s.i),Wa(e),Wa(e.next),e=i=s),e=e.next}while(e!==i);return vr(e)}function Py(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&zy(o,a)){let l=vg(o,a);o=vr(o,o.next),l=vr(l,l.next),Ga(o,t,e,n,s,r,0),Ga(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function Iy(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=_g(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(By(c))}s.sort(Ly);for(let r=0;r<s.length;r++)e=Dy(s[r],e);return e}function Ly(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function Dy(i,t){let e=Ny(i,t);if(!e)return t;let n=vg(e,i);return vr(n,n.next),vr(e,e.next)}function Ny(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(Eo(i,e))return e;do{if(Eo(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let u=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(u<=n&&u>r&&(r=u,o=e.x<e.next.x?e:e.next,u===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&xg(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let u=Math.abs(s-e.y)/(n-e.x);Ha(e,i)&&(u<h||u===h&&(e.x>o.x||e.x===o.x&&Uy(o,e)))&&(o=e,h=u)}e=e.next}while(e!==a);return o}function Uy(i,t){return nn(i.prev,i,t.prev)<0&&nn(t.next,i,i.next)<0}function Fy(i,t,e,n){let s=i;do s.z===0&&(s.z=Sd(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,Oy(s)}function Oy(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function Sd(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function By(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function xg(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function ma(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&xg(i,t,e,n,s,r,o,a)}function zy(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!ky(i,t)&&(Ha(i,t)&&Ha(t,i)&&Vy(i,t)&&(nn(i.prev,i,t.prev)||nn(i,t.prev,t))||Eo(i,t)&&nn(i.prev,i,i.next)>0&&nn(t.prev,t,t.next)>0)}function nn(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Eo(i,t){return i.x===t.x&&i.y===t.y}function yg(i,t,e,n){let s=sc(nn(i,t,e)),r=sc(nn(i,t,n)),o=sc(nn(e,n,i)),a=sc(nn(e,n,t));return!!(s!==r&&o!==a||s===0&&ic(i,e,t)||r===0&&ic(i,n,t)||o===0&&ic(e,i,n)||a===0&&ic(e,t,n))}function ic(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function sc(i){return i>0?1:i<0?-1:0}function ky(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&yg(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function Ha(i,t){return nn(i.prev,i,i.next)<0?nn(i,t,i.next)>=0&&nn(i,i.prev,t)>=0:nn(i,t,i.prev)<0||nn(i,i.next,t)<0}function Vy(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function vg(i,t){let e=Md(i.i,i.x,i.y),n=Md(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function vm(i,t,e,n){let s=Md(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function Wa(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Md(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Gy(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var bd=class{static triangulate(t,e,n=2){return Ay(t,e,n)}},xr=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];Sm(t),Mm(n,t);let o=t.length;e.forEach(Sm);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,Mm(n,e[l]);let a=bd.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function Sm(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function Mm(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var Xa=class i extends Ye{constructor(t=new wo([new pt(.5,.5),new pt(-.5,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new Pe(s,3)),this.setAttribute("uv",new Pe(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,d=e.bevelEnabled!==void 0?e.bevelEnabled:!0,f=e.bevelThickness!==void 0?e.bevelThickness:.2,p=e.bevelSize!==void 0?e.bevelSize:f-.1,y=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,g=e.extrudePath,S=e.UVGenerator!==void 0?e.UVGenerator:Hy,A,v=!1,P,T,_,E;if(g){A=g.getSpacedPoints(h),v=!0,d=!1;let rt=g.isCatmullRomCurve3?g.closed:!1;P=g.computeFrenetFrames(h,rt),T=new R,_=new R,E=new R}d||(m=0,f=0,p=0,y=0);let B=a.extractPoints(c),U=B.shape,L=B.holes;if(!xr.isClockWise(U)){U=U.reverse();for(let rt=0,vt=L.length;rt<vt;rt++){let xt=L[rt];xr.isClockWise(xt)&&(L[rt]=xt.reverse())}}function W(rt){let xt=10000000000000001e-36,Bt=rt[0];for(let Dt=1;Dt<=rt.length;Dt++){let ie=Dt%rt.length,zt=rt[ie],_e=zt.x-Bt.x,pe=zt.y-Bt.y,ye=_e*_e+pe*pe,F=Math.max(Math.abs(zt.x),Math.abs(zt.y),Math.abs(Bt.x),Math.abs(Bt.y)),Mt=xt*F*F;if(ye<=Mt){rt.splice(ie,1),Dt--;continue}Bt=zt}}W(U),L.forEach(W);let D=L.length,V=U;for(let rt=0;rt<D;rt++){let vt=L[rt];U=U.concat(vt)}function q(rt,vt,xt){return vt||le("ExtrudeGeometry: vec does not exist"),rt.clone().addScaledVector(vt,xt)}let k=U.length;function ct(rt,vt,xt){let Bt,Dt,ie,zt=rt.x-vt.x,_e=rt.y-vt.y,pe=xt.x-rt.x,ye=xt.y-rt.y,F=zt*zt+_e*_e,Mt=zt*ye-_e*pe;if(Math.abs(Mt)>Number.EPSILON){let Xt=Math.sqrt(F),ue=Math.sqrt(pe*pe+ye*ye),Et=vt.x-_e/Xt,Ue=vt.y+zt/Xt,Zt=xt.x-ye/ue,te=xt.y+pe/ue,C=((Zt-Et)*ye-(te-Ue)*pe)/(zt*ye-_e*pe);Bt=Et+zt*C-rt.x,Dt=Ue+_e*C-rt.y;let M=Bt*Bt+Dt*Dt;if(M<=2)return new pt(Bt,Dt);ie=Math.sqrt(M/2)}else{let Xt=!1;zt>Number.EPSILON?pe>Number.EPSILON&&(Xt=!0):zt<-Number.EPSILON?pe<-Number.EPSILON&&(Xt=!0):Math.sign(_e)===Math.sign(ye)&&(Xt=!0),Xt?(Bt=-_e,Dt=zt,ie=Math.sqrt(F)):(Bt=zt,Dt=_e,ie=Math.sqrt(F/2))}return new pt(Bt/ie,Dt/ie)}let $=[];for(let rt=0,vt=V.length,xt=vt-1,Bt=rt+1;rt<vt;rt++,xt++,Bt++)xt===vt&&(xt=0),Bt===vt&&(Bt=0),$[rt]=ct(V[rt],V[xt],V[Bt]);let j=[],tt,ft=$.concat();for(let rt=0,vt=D;rt<vt;rt++){let xt=L[rt];tt=[];for(let Bt=0,Dt=xt.length,ie=Dt-1,zt=Bt+1;Bt<Dt;Bt++,ie++,zt++)ie===Dt&&(ie=0),zt===Dt&&(zt=0),tt[Bt]=ct(xt[Bt],xt[ie],xt[zt]);j.push(tt),ft=ft.concat(tt)}let ht;if(m===0)ht=xr.triangulateShape(V,L);else{let rt=[],vt=[];for(let xt=0;xt<m;xt++){let Bt=xt/m,Dt=f*Math.cos(Bt*Math.PI/2),ie=p*Math.sin(Bt*Math.PI/2)+y;for(let zt=0,_e=V.length;zt<_e;zt++){let pe=q(V[zt],$[zt],ie);Gt(pe.x,pe.y,-Dt),Bt===0&&rt.push(pe)}for(let zt=0,_e=D;zt<_e;zt++){let pe=L[zt];tt=j[zt];let ye=[];for(let F=0,Mt=pe.length;F<Mt;F++){let Xt=q(pe[F],tt[F],ie);Gt(Xt.x,Xt.y,-Dt),Bt===0&&ye.push(Xt)}Bt===0&&vt.push(ye)}}ht=xr.triangulateShape(rt,vt)}let Q=ht.length,_t=p+y;for(let rt=0;rt<k;rt++){let vt=d?q(U[rt],ft[rt],_t):U[rt];v?(_.copy(P.normals[0]).multiplyScalar(vt.x),T.copy(P.binormals[0]).multiplyScalar(vt.y),E.copy(A[0]).add(_).add(T),Gt(E.x,E.y,E.z)):Gt(vt.x,vt.y,0)}for(let rt=1;rt<=h;rt++)for(let vt=0;vt<k;vt++){let xt=d?q(U[vt],ft[vt],_t):U[vt];v?(_.copy(P.normals[rt]).multiplyScalar(xt.x),T.copy(P.binormals[rt]).multiplyScalar(xt.y),E.copy(A[rt]).add(_).add(T),Gt(E.x,E.y,E.z)):Gt(xt.x,xt.y,u/h*rt)}for(let rt=m-1;rt>=0;rt--){let vt=rt/m,xt=f*Math.cos(vt*Math.PI/2),Bt=p*Math.sin(vt*Math.PI/2)+y;for(let Dt=0,ie=V.length;Dt<ie;Dt++){let zt=q(V[Dt],$[Dt],Bt);Gt(zt.x,zt.y,u+xt)}for(let Dt=0,ie=L.length;Dt<ie;Dt++){let zt=L[Dt];tt=j[Dt];for(let _e=0,pe=zt.length;_e<pe;_e++){let ye=q(zt[_e],tt[_e],Bt);v?Gt(ye.x,ye.y+A[h-1].y,A[h-1].x+xt):Gt(ye.x,ye.y,u+xt)}}}yt(),Lt();function yt(){let rt=s.length/3;if(d){let vt=0,xt=k*vt;for(let Bt=0;Bt<Q;Bt++){let Dt=ht[Bt];re(Dt[2]+xt,Dt[1]+xt,Dt[0]+xt)}vt=h+m*2,xt=k*vt;for(let Bt=0;Bt<Q;Bt++){let Dt=ht[Bt];re(Dt[0]+xt,Dt[1]+xt,Dt[2]+xt)}}else{for(let vt=0;vt<Q;vt++){let xt=ht[vt];re(xt[2],xt[1],xt[0])}for(let vt=0;vt<Q;vt++){let xt=ht[vt];re(xt[0]+k*h,xt[1]+k*h,xt[2]+k*h)}}n.addGroup(rt,s.length/3-rt,0)}function Lt(){let rt=s.length/3,vt=0;wt(V,vt),vt+=V.length;for(let xt=0,Bt=L.length;xt<Bt;xt++){let Dt=L[xt];wt(Dt,vt),vt+=Dt.length}n.addGroup(rt,s.length/3-rt,1)}function wt(rt,vt){let xt=rt.length;for(;--xt>=0;){let Bt=xt,Dt=xt-1;Dt<0&&(Dt=rt.length-1);for(let ie=0,zt=h+m*2;ie<zt;ie++){let _e=k*ie,pe=k*(ie+1),ye=vt+Bt+_e,F=vt+Dt+_e,Mt=vt+Dt+pe,Xt=vt+Bt+pe;Jt(ye,F,Mt,Xt)}}}function Gt(rt,vt,xt){l.push(rt),l.push(vt),l.push(xt)}function re(rt,vt,xt){oe(rt),oe(vt),oe(xt);let Bt=s.length/3,Dt=S.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);se(Dt[0]),se(Dt[1]),se(Dt[2])}function Jt(rt,vt,xt,Bt){oe(rt),oe(vt),oe(Bt),oe(vt),oe(xt),oe(Bt);let Dt=s.length/3,ie=S.generateSideWallUV(n,s,Dt-6,Dt-3,Dt-2,Dt-1);se(ie[0]),se(ie[1]),se(ie[3]),se(ie[1]),se(ie[2]),se(ie[3])}function oe(rt){s.push(l[rt*3+0]),s.push(l[rt*3+1]),s.push(l[rt*3+2])}function se(rt){r.push(rt.x),r.push(rt.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return Wy(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new Pc[s.type]().fromJSON(s)),new i(n,t.options)}},Hy={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new pt(r,o),new pt(a,l),new pt(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],d=t[s*3],f=t[s*3+1],p=t[s*3+2],y=t[r*3],m=t[r*3+1],g=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new pt(o,1-l),new pt(c,1-u),new pt(d,1-p),new pt(y,1-g)]:[new pt(a,1-l),new pt(h,1-u),new pt(f,1-p),new pt(m,1-g)]}};function Wy(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var qa=class i extends Ye{constructor(t=[new pt(0,-.5),new pt(.5,0),new pt(0,.5)],e=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:t,segments:e,phiStart:n,phiLength:s},e=Math.floor(e),s=fe(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/e,u=new R,d=new pt,f=new R,p=new R,y=new R,m=0,g=0;for(let S=0;S<=t.length-1;S++)switch(S){case 0:m=t[S+1].x-t[S].x,g=t[S+1].y-t[S].y,f.x=g*1,f.y=-m,f.z=g*0,y.copy(f),f.normalize(),l.push(f.x,f.y,f.z);break;case t.length-1:y.normalize(),l.push(y.x,y.y,y.z);break;default:m=t[S+1].x-t[S].x,g=t[S+1].y-t[S].y,f.x=g*1,f.y=-m,f.z=g*0,p.copy(f),f.x+=y.x,f.y+=y.y,f.z+=y.z,f.normalize(),l.push(f.x,f.y,f.z),y.copy(p)}for(let S=0;S<=e;S++){let A=n+S*h*s,v=Math.sin(A),P=Math.cos(A);for(let T=0;T<=t.length-1;T++){u.x=t[T].x*v,u.y=t[T].y,u.z=t[T].x*P,o.push(u.x,u.y,u.z),d.x=S/e,d.y=T/(t.length-1),a.push(d.x,d.y);let _=l[3*T+0]*v,E=l[3*T+1],B=l[3*T+0]*P;c.push(_,E,B)}}for(let S=0;S<e;S++)for(let A=0;A<t.length-1;A++){let v=A+S*t.length,P=v,T=v+t.length,_=v+t.length+1,E=v+1;r.push(P,T,E),r.push(_,E,T)}this.setIndex(r),this.setAttribute("position",new Pe(o,3)),this.setAttribute("uv",new Pe(a,2)),this.setAttribute("normal",new Pe(c,3))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.points,t.segments,t.phiStart,t.phiLength)}};var Sr=class i extends Ye{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,d=e/l,f=[],p=[],y=[],m=[];for(let g=0;g<h;g++){let S=g*d-o;for(let A=0;A<c;A++){let v=A*u-r;p.push(v,-S,0),y.push(0,0,1),m.push(A/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let S=0;S<a;S++){let A=S+c*g,v=S+c*(g+1),P=S+1+c*(g+1),T=S+1+c*g;f.push(A,v,T),f.push(v,P,T)}this.setIndex(f),this.setAttribute("position",new Pe(p,3)),this.setAttribute("normal",new Pe(y,3)),this.setAttribute("uv",new Pe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var Ks=class i extends Ye{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new R,d=new R,f=[],p=[],y=[],m=[];for(let g=0;g<=n;g++){let S=[],A=g/n,v=o+A*a,P=t*Math.cos(v),T=Math.sqrt(t*t-P*P),_=0;g===0&&o===0?_=.5/e:g===n&&l===Math.PI&&(_=-.5/e);for(let E=0;E<=e;E++){let B=E/e,U=s+B*r;u.x=-T*Math.cos(U),u.y=P,u.z=T*Math.sin(U),p.push(u.x,u.y,u.z),d.copy(u).normalize(),y.push(d.x,d.y,d.z),m.push(B+_,1-A),S.push(c++)}h.push(S)}for(let g=0;g<n;g++)for(let S=0;S<e;S++){let A=h[g][S+1],v=h[g][S],P=h[g+1][S],T=h[g+1][S+1];(g!==0||o>0)&&f.push(A,v,T),(g!==n-1||l<Math.PI)&&f.push(v,P,T)}this.setIndex(f),this.setAttribute("position",new Pe(p,3)),this.setAttribute("normal",new Pe(y,3)),this.setAttribute("uv",new Pe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var Mr=class i extends Ye{constructor(t=new za(new R(-1,-1,0),new R(-1,1,0),new R(1,1,0)),e=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:s,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new R,l=new R,c=new pt,h=new R,u=[],d=[],f=[],p=[];y(),this.setIndex(p),this.setAttribute("position",new Pe(u,3)),this.setAttribute("normal",new Pe(d,3)),this.setAttribute("uv",new Pe(f,2));function y(){for(let A=0;A<e;A++)m(A);m(r===!1?e:0),S(),g()}function m(A){h=t.getPointAt(A/e,h);let v=o.normals[A],P=o.binormals[A];for(let T=0;T<=s;T++){let _=T/s*Math.PI*2,E=Math.sin(_),B=-Math.cos(_);l.x=B*v.x+E*P.x,l.y=B*v.y+E*P.y,l.z=B*v.z+E*P.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let A=1;A<=e;A++)for(let v=1;v<=s;v++){let P=(s+1)*(A-1)+(v-1),T=(s+1)*A+(v-1),_=(s+1)*A+v,E=(s+1)*(A-1)+v;p.push(P,T,E),p.push(T,_,E)}}function S(){for(let A=0;A<=e;A++)for(let v=0;v<=s;v++)c.x=A/e,c.y=v/s,f.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new i(new Pc[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}},Ya=class extends Ye{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new R,r=new R;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,y=d+f;p<y;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),S=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,S),bm(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),bm(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new Pe(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function bm(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}var Za=class extends ts{constructor(t){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new ee(0),this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.fog=t.fog,this}};function Rr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(wm(s))s.isRenderTargetTexture?(ne("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(wm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function kn(i){let t={};for(let e=0;e<i.length;e++){let n=Rr(i[e]);for(let s in n)t[s]=n[s]}return t}function wm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function Xy(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function of(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Ae.workingColorSpace}var fl={clone:Rr,merge:kn},qy=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Yy=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,bi=class extends ts{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=qy,this.fragmentShader=Yy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Rr(t.uniforms),this.uniformsGroups=Xy(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new ee().setHex(s.value);break;case"v2":this.uniforms[n].value=new pt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new R().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Be().fromArray(s.value);break;case"m3":this.uniforms[n].value=new me().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Qt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Lc=class extends bi{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},$a=class extends ts{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new ee(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ee(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Dh,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ms,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Dc=class extends ts{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=sg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Nc=class extends ts{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function ao(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function rc(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var js=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Uc=class extends js{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:xd,endingEnd:xd}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case yd:r=t,a=2*e-n;break;case vd:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case yd:o=t,l=2*n-e;break;case vd:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-e)/(s-e),y=p*p,m=y*p,g=-d*m+2*d*y-d*p,S=(1+d)*m+(-1.5-2*d)*y+(-.5+d)*p+1,A=(-1-f)*m+(1.5+f)*y+.5*p,v=f*m-f*y;for(let P=0;P!==a;++P)r[P]=g*o[h+P]+S*o[c+P]+A*o[l+P]+v*o[u+P];return r}},Fc=class extends js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Oc=class extends js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Bc=class extends js{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),y=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*y+o[l+m]*p;return r}let d=a*2,f=t-1;for(let p=0;p!==a;++p){let y=o[c+p],m=o[l+p],g=f*d+p*2,S=u[g],A=u[g+1],v=t*d+p*2,P=h[v],T=h[v+1],_=$y(n,e,S,P,s);r[p]=Sg(_,y,A,T,m)}return r}};function Sg(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function Zy(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function $y(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=Sg(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=Zy(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var fi=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=ao(e,this.TimeBufferType),this.values=ao(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:ao(t.times,Array),values:ao(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),rc(t.settings)&&(n.settings={inTangents:ao(t.settings.inTangents,Array),outTangents:ao(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new Oc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Fc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Uc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new Bc(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Sa:e=this.InterpolantFactoryMethodDiscrete;break;case yc:e=this.InterpolantFactoryMethodLinear;break;case cc:e=this.InterpolantFactoryMethodSmooth;break;case _d:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return ne("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Sa;case this.InterpolantFactoryMethodLinear:return yc;case this.InterpolantFactoryMethodSmooth:return cc;case this.InterpolantFactoryMethodBezier:return _d}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;rc(this.settings)&&(Em(this.settings.inTangents,t),Em(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;rc(this.settings)&&(Am(this.settings.inTangents,t),Am(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(le("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(le("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){le("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){le("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Bx(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){le("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===cc,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let y=e[u+p];if(y!==e[d+p]||y!==e[f+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,rc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function Em(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function Am(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}fi.prototype.ValueTypeName="";fi.prototype.TimeBufferType=Float32Array;fi.prototype.ValueBufferType=Float32Array;fi.prototype.DefaultInterpolation=yc;var Qs=class extends fi{constructor(t,e,n){super(t,e,n)}};Qs.prototype.ValueTypeName="bool";Qs.prototype.ValueBufferType=Array;Qs.prototype.DefaultInterpolation=Sa;Qs.prototype.InterpolantFactoryMethodLinear=void 0;Qs.prototype.InterpolantFactoryMethodSmooth=void 0;var zc=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}};zc.prototype.ValueTypeName="color";var kc=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}};kc.prototype.ValueTypeName="number";var Vc=class extends js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Oe.slerpFlat(r,0,o,c-a,o,c,l);return r}},Ja=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new Vc(this.times,this.values,this.getValueSize(),t)}};Ja.prototype.ValueTypeName="quaternion";Ja.prototype.InterpolantFactoryMethodSmooth=void 0;var tr=class extends fi{constructor(t,e,n){super(t,e,n)}};tr.prototype.ValueTypeName="string";tr.prototype.ValueBufferType=Array;tr.prototype.DefaultInterpolation=Sa;tr.prototype.InterpolantFactoryMethodLinear=void 0;tr.prototype.InterpolantFactoryMethodSmooth=void 0;var Gc=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}};Gc.prototype.ValueTypeName="vector";var Hc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Mg=new Hc,Wc=class{constructor(t){this.manager=t!==void 0?t:Mg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Wc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ao=class extends In{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new ee(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Ka=class extends Ao{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(In.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ee(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},md=new Qt,Tm=new R,Cm=new R,Xc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new pt(512,512),this.mapType=Qn,this.map=null,this.mapPass=null,this.matrix=new Qt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Zs,this._frameExtents=new pt(1,1),this._viewportCount=1,this._viewports=[new Be(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;Tm.setFromMatrixPosition(t.matrixWorld),e.position.copy(Tm),Cm.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Cm),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){md.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(md,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===go||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(md)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},oc=new R,ac=new Oe,ji=new R,ja=class extends In{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Qt,this.projectionMatrix=new Qt,this.projectionMatrixInverse=new Qt,this.coordinateSystem=Mi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(oc,ac,ji),ji.x===1&&ji.y===1&&ji.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(oc,ac,ji.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(oc,ac,ji),ji.x===1&&ji.y===1&&ji.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(oc,ac,ji.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ws=new R,Rm=new pt,Pm=new pt,Yn=class extends ja{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=xo*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(_a*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return xo*2*Math.atan(Math.tan(_a*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Ws.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Ws.x,Ws.y).multiplyScalar(-t/Ws.z),Ws.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ws.x,Ws.y).multiplyScalar(-t/Ws.z)}getViewSize(t,e){return this.getViewBounds(t,Rm,Pm),e.subVectors(Pm,Rm)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(_a*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var br=class extends ja{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},wd=class extends Xc{constructor(){super(new br(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},To=class extends Ao{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(In.DEFAULT_UP),this.updateMatrix(),this.target=new In,this.shadow=new wd}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}},Qa=class extends Ao{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var tl=class extends Ye{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var lo=-90,co=1,Co=class extends In{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Yn(lo,co,t,e);s.layers=this.layers,this.add(s);let r=new Yn(lo,co,t,e);r.layers=this.layers,this.add(r);let o=new Yn(lo,co,t,e);o.layers=this.layers,this.add(o);let a=new Yn(lo,co,t,e);a.layers=this.layers,this.add(a);let l=new Yn(lo,co,t,e);l.layers=this.layers,this.add(l);let c=new Yn(lo,co,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Mi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===go)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=y,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},qc=class extends Yn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var af="\\[\\]\\.:\\/",Jy=new RegExp("["+af+"]","g"),lf="[^"+af+"]",Ky="[^"+af.replace("\\.","")+"]",jy=/((?:WC+[\/:])*)/.source.replace("WC",lf),Qy=/(WCOD+)?/.source.replace("WCOD",Ky),tv=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",lf),ev=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",lf),nv=new RegExp("^"+jy+Qy+tv+ev+"$"),iv=["material","materials","bones","map"],Ed=class{constructor(t,e,n){let s=n||je.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},je=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Jy,"")}static parseTrackName(t){let e=nv.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);iv.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){ne("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){le("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){le("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){le("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){le("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){le("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){le("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){le("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;le("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){le("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){le("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};je.Composite=Ed;je.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};je.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};je.prototype.GetterByBindingType=[je.prototype._getValue_direct,je.prototype._getValue_array,je.prototype._getValue_arrayElement,je.prototype._getValue_toArray];je.prototype.SetterByBindingTypeAndVersioning=[[je.prototype._setValue_direct,je.prototype._setValue_direct_setNeedsUpdate,je.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[je.prototype._setValue_array,je.prototype._setValue_array_setNeedsUpdate,je.prototype._setValue_array_setMatrixWorldNeedsUpdate],[je.prototype._setValue_arrayElement,je.prototype._setValue_arrayElement_setNeedsUpdate,je.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[je.prototype._setValue_fromArray,je.prototype._setValue_fromArray_setNeedsUpdate,je.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var MT=new Float32Array(1);var er=class extends bc{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var Im=new Qt,el=class{constructor(t,e,n=0,s=1/0){this.ray=new qs(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new vo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):le("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return Im.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(Im),this}intersectObject(t,e=!0,n=[]){return Ad(t,this,n,e),n.sort(Lm),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)Ad(t[s],this,n,e);return n.sort(Lm),n}};function Lm(i,t){return i.distance-t.distance}function Ad(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Ad(r[o],t,e,!0)}}var Ro=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=fe(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(fe(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Td=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var Dm=new R,lc=new R,ho=new R,uo=new R,gd=new R,sv=new R,rv=new R,nl=class{constructor(t=new R,e=new R){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){Dm.subVectors(t,this.start),lc.subVectors(this.end,this.start);let n=lc.dot(lc);if(n===0)return 0;let r=lc.dot(Dm)/n;return e&&(r=fe(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=sv,n=rv){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;ho.subVectors(c,a),uo.subVectors(h,l),gd.subVectors(a,l);let u=ho.dot(ho),d=uo.dot(uo),f=uo.dot(gd);if(u<=s&&d<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=fe(o,0,1);else{let p=ho.dot(gd);if(d<=s)o=0,r=fe(-p/u,0,1);else{let y=ho.dot(uo),m=u*d-y*y;m!==0?r=fe((y*f-p*d)/m,0,1):r=0,o=(y*r+f)/d,o<0?(o=0,r=fe(-p/u,0,1)):o>1&&(o=1,r=fe((y-p)/u,0,1))}}return e.copy(a).addScaledVector(ho,r),n.copy(l).addScaledVector(uo,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var il=class extends Ui{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function cf(i,t,e,n){let s=ov(n);switch(e){case qd:return i*t;case Qc:return i*t/s.components*s.byteLength;case th:return i*t/s.components*s.byteLength;case rr:return i*t*2/s.components*s.byteLength;case eh:return i*t*2/s.components*s.byteLength;case Yd:return i*t*3/s.components*s.byteLength;case ki:return i*t*4/s.components*s.byteLength;case nh:return i*t*4/s.components*s.byteLength;case ol:case al:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case ll:case cl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case sh:case oh:return Math.max(i,16)*Math.max(t,8)/4;case ih:case rh:return Math.max(i,8)*Math.max(t,8)/2;case ah:case lh:case hh:case uh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case ch:case hl:case dh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case fh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case ph:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case mh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case gh:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case _h:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case xh:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case yh:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case vh:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Sh:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case Mh:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case bh:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case wh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Eh:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case Ah:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Th:case Ch:case Rh:return Math.ceil(i/4)*Math.ceil(t/4)*16;case Ph:case Ih:return Math.ceil(i/4)*Math.ceil(t/4)*8;case ul:case Lh:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function ov(i){switch(i){case Qn:case Gd:return{byteLength:1,components:1};case Do:case Hd:case zi:return{byteLength:2,components:1};case Kc:case jc:return{byteLength:2,components:4};case Bi:case Jc:case wi:return{byteLength:4,components:1};case Wd:case Xd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?ne("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Wg(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function lv(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],y=u[f];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++d,u[d]=y)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let y=u[f];i.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var cv=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,hv=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,uv=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,dv=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,fv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,pv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,mv=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,gv=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,_v=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,xv=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,yv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,vv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,Sv=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Mv=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,bv=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,wv=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Ev=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Av=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Tv=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Cv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,Rv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,Pv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,Iv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Lv=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Dv=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Nv=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Uv=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Fv=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Ov=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Bv="gl_FragColor = linearToOutputTexel( gl_FragColor );",zv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,kv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Vv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Gv=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Hv=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Wv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Xv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,qv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Yv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Zv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,$v=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Jv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Kv=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,jv=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Qv=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,tS=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,eS=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,nS=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,iS=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,sS=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,rS=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,oS=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,aS=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,lS=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,cS=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,hS=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,uS=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,dS=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,fS=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,pS=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,mS=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,gS=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,_S=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,xS=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,yS=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,vS=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,SS=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,MS=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,bS=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,wS=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,ES=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,AS=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,TS=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,CS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,RS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,PS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,IS=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,LS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,DS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,NS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,US=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,FS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,OS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,BS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,zS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,kS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,VS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,GS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,HS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,WS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,XS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,qS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,YS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,ZS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,$S=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,JS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,KS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,jS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,QS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,tM=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,eM=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,nM=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,iM=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,sM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,rM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,oM=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,aM=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,lM=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,cM=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,hM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,uM=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,dM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,fM=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,pM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,mM=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,gM=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,_M=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,xM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,yM=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,vM=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,SM=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,MM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,bM=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,wM=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,EM=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,AM=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,TM=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,CM=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,RM=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,PM=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,IM=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,LM=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,DM=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,NM=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,UM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,FM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,OM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,BM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,zM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,kM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,VM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Se={alphahash_fragment:cv,alphahash_pars_fragment:hv,alphamap_fragment:uv,alphamap_pars_fragment:dv,alphatest_fragment:fv,alphatest_pars_fragment:pv,aomap_fragment:mv,aomap_pars_fragment:gv,batching_pars_vertex:_v,batching_vertex:xv,begin_vertex:yv,beginnormal_vertex:vv,bsdfs:Sv,iridescence_fragment:Mv,bumpmap_pars_fragment:bv,clipping_planes_fragment:wv,clipping_planes_pars_fragment:Ev,clipping_planes_pars_vertex:Av,clipping_planes_vertex:Tv,color_fragment:Cv,color_pars_fragment:Rv,color_pars_vertex:Pv,color_vertex:Iv,common:Lv,defaultnormal_vertex:Dv,displacementmap_pars_vertex:Nv,displacementmap_vertex:Uv,emissivemap_fragment:Fv,emissivemap_pars_fragment:Ov,colorspace_fragment:Bv,colorspace_pars_fragment:zv,envmap_fragment:kv,envmap_common_pars_fragment:Vv,envmap_pars_fragment:Gv,envmap_pars_vertex:Hv,envmap_physical_pars_fragment:tS,envmap_vertex:Wv,fog_vertex:Xv,fog_pars_vertex:qv,fog_fragment:Yv,fog_pars_fragment:Zv,gradientmap_pars_fragment:$v,lightmap_pars_fragment:Jv,lights_lambert_fragment:Kv,lights_lambert_pars_fragment:jv,lights_pars_begin:Qv,lights_toon_fragment:eS,lights_toon_pars_fragment:nS,lights_phong_fragment:iS,lights_phong_pars_fragment:sS,lights_physical_fragment:rS,lights_physical_pars_fragment:oS,lights_fragment_begin:aS,lights_fragment_maps:lS,lights_fragment_end:cS,lightprobes_pars_fragment:hS,logdepthbuf_fragment:uS,logdepthbuf_pars_fragment:dS,logdepthbuf_pars_vertex:fS,logdepthbuf_vertex:pS,map_fragment:mS,map_pars_fragment:gS,map_particle_fragment:_S,map_particle_pars_fragment:xS,metalnessmap_fragment:yS,metalnessmap_pars_fragment:vS,morphinstance_vertex:SS,morphcolor_vertex:MS,morphnormal_vertex:bS,morphtarget_pars_vertex:wS,morphtarget_vertex:ES,normal_fragment_begin:AS,normal_fragment_maps:TS,normal_pars_fragment:CS,normal_pars_vertex:RS,normal_vertex:PS,normalmap_pars_fragment:IS,clearcoat_normal_fragment_begin:LS,clearcoat_normal_fragment_maps:DS,clearcoat_pars_fragment:NS,iridescence_pars_fragment:US,opaque_fragment:FS,packing:OS,premultiplied_alpha_fragment:BS,project_vertex:zS,dithering_fragment:kS,dithering_pars_fragment:VS,roughnessmap_fragment:GS,roughnessmap_pars_fragment:HS,shadowmap_pars_fragment:WS,shadowmap_pars_vertex:XS,shadowmap_vertex:qS,shadowmask_pars_fragment:YS,skinbase_vertex:ZS,skinning_pars_vertex:$S,skinning_vertex:JS,skinnormal_vertex:KS,specularmap_fragment:jS,specularmap_pars_fragment:QS,tonemapping_fragment:tM,tonemapping_pars_fragment:eM,transmission_fragment:nM,transmission_pars_fragment:iM,uv_pars_fragment:sM,uv_pars_vertex:rM,uv_vertex:oM,worldpos_vertex:aM,background_vert:lM,background_frag:cM,backgroundCube_vert:hM,backgroundCube_frag:uM,cube_vert:dM,cube_frag:fM,depth_vert:pM,depth_frag:mM,distance_vert:gM,distance_frag:_M,equirect_vert:xM,equirect_frag:yM,linedashed_vert:vM,linedashed_frag:SM,meshbasic_vert:MM,meshbasic_frag:bM,meshlambert_vert:wM,meshlambert_frag:EM,meshmatcap_vert:AM,meshmatcap_frag:TM,meshnormal_vert:CM,meshnormal_frag:RM,meshphong_vert:PM,meshphong_frag:IM,meshphysical_vert:LM,meshphysical_frag:DM,meshtoon_vert:NM,meshtoon_frag:UM,points_vert:FM,points_frag:OM,shadow_vert:BM,shadow_frag:zM,sprite_vert:kM,sprite_frag:VM},Ut={common:{diffuse:{value:new ee(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new me},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new me}},envmap:{envMap:{value:null},envMapRotation:{value:new me},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new me}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new me}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new me},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new me},normalScale:{value:new pt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new me},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new me}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new me}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new me}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ee(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new ee(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0},uvTransform:{value:new me}},sprite:{diffuse:{value:new ee(16777215)},opacity:{value:1},center:{value:new pt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new me},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0}}},Jn={basic:{uniforms:kn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.fog]),vertexShader:Se.meshbasic_vert,fragmentShader:Se.meshbasic_frag},lambert:{uniforms:kn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new ee(0)},envMapIntensity:{value:1}}]),vertexShader:Se.meshlambert_vert,fragmentShader:Se.meshlambert_frag},phong:{uniforms:kn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new ee(0)},specular:{value:new ee(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Se.meshphong_vert,fragmentShader:Se.meshphong_frag},standard:{uniforms:kn([Ut.common,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.roughnessmap,Ut.metalnessmap,Ut.fog,Ut.lights,{emissive:{value:new ee(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag},toon:{uniforms:kn([Ut.common,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.gradientmap,Ut.fog,Ut.lights,{emissive:{value:new ee(0)}}]),vertexShader:Se.meshtoon_vert,fragmentShader:Se.meshtoon_frag},matcap:{uniforms:kn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,{matcap:{value:null}}]),vertexShader:Se.meshmatcap_vert,fragmentShader:Se.meshmatcap_frag},points:{uniforms:kn([Ut.points,Ut.fog]),vertexShader:Se.points_vert,fragmentShader:Se.points_frag},dashed:{uniforms:kn([Ut.common,Ut.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Se.linedashed_vert,fragmentShader:Se.linedashed_frag},depth:{uniforms:kn([Ut.common,Ut.displacementmap]),vertexShader:Se.depth_vert,fragmentShader:Se.depth_frag},normal:{uniforms:kn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,{opacity:{value:1}}]),vertexShader:Se.meshnormal_vert,fragmentShader:Se.meshnormal_frag},sprite:{uniforms:kn([Ut.sprite,Ut.fog]),vertexShader:Se.sprite_vert,fragmentShader:Se.sprite_frag},background:{uniforms:{uvTransform:{value:new me},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Se.background_vert,fragmentShader:Se.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new me}},vertexShader:Se.backgroundCube_vert,fragmentShader:Se.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Se.cube_vert,fragmentShader:Se.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Se.equirect_vert,fragmentShader:Se.equirect_frag},distance:{uniforms:kn([Ut.common,Ut.displacementmap,{referencePosition:{value:new R},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Se.distance_vert,fragmentShader:Se.distance_frag},shadow:{uniforms:kn([Ut.lights,Ut.fog,{color:{value:new ee(0)},opacity:{value:1}}]),vertexShader:Se.shadow_vert,fragmentShader:Se.shadow_frag}};Jn.physical={uniforms:kn([Jn.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new me},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new me},clearcoatNormalScale:{value:new pt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new me},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new me},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new me},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new me},sheen:{value:0},sheenColor:{value:new ee(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new me},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new me},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new me},transmissionSamplerSize:{value:new pt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new me},attenuationDistance:{value:0},attenuationColor:{value:new ee(0)},specularColor:{value:new ee(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new me},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new me},anisotropyVector:{value:new pt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new me}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag};var Uh={r:0,b:0,g:0},GM=new Qt,Xg=new me;Xg.set(-1,0,0,0,1,0,0,0,1);function HM(i,t,e,n,s,r){let o=new ee(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(S){let A=S.isScene===!0?S.background:null;if(A&&A.isTexture){let v=S.backgroundBlurriness>0;A=t.get(A,v)}return A}function p(S){let A=!1,v=f(S);v===null?m(o,a):v&&v.isColor&&(m(v,1),A=!0);let P=i.xr.getEnvironmentBlendMode();P==="additive"?e.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||A)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(S,A){let v=f(A);v&&v.isCubeTexture?(c===void 0&&(c=new mn(new $s(1,1,1),new bi({name:"BackgroundCubeMaterial",uniforms:Rr(Jn.backgroundCube.uniforms),vertexShader:Jn.backgroundCube.vertexShader,fragmentShader:Jn.backgroundCube.fragmentShader,side:$n,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,T,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=v,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(GM.makeRotationFromEuler(A.backgroundRotation)).transpose(),v.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Xg),c.material.toneMapped=Ae.getTransfer(v.colorSpace)!==Fe,(h!==v||u!==v.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=v,u=v.version,d=i.toneMapping),c.layers.enableAll(),S.unshift(c,c.geometry,c.material,0,0,null)):v&&v.isTexture&&(l===void 0&&(l=new mn(new Sr(2,2),new bi({name:"BackgroundMaterial",uniforms:Rr(Jn.background.uniforms),vertexShader:Jn.background.vertexShader,fragmentShader:Jn.background.fragmentShader,side:sr,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=v,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=Ae.getTransfer(v.colorSpace)!==Fe,v.matrixAutoUpdate===!0&&v.updateMatrix(),l.material.uniforms.uvTransform.value.copy(v.matrix),(h!==v||u!==v.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=v,u=v.version,d=i.toneMapping),l.layers.enableAll(),S.unshift(l,l.geometry,l.material,0,0,null))}function m(S,A){S.getRGB(Uh,of(i)),e.buffers.color.setClear(Uh.r,Uh.g,Uh.b,A,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(S,A=1){o.set(S),a=A,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(S){a=S,m(o,a)},render:p,addToRenderList:y,dispose:g}}function WM(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(L,G,W,D,V){let q=!1,k=u(L,D,W,G);r!==k&&(r=k,c(r.object)),q=f(L,D,W,V),q&&p(L,D,W,V),V!==null&&t.update(V,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,v(L,G,W,D),V!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(V).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function u(L,G,W,D){let V=D.wireframe===!0,q=n[G.id];q===void 0&&(q={},n[G.id]=q);let k=L.isInstancedMesh===!0?L.id:0,ct=q[k];ct===void 0&&(ct={},q[k]=ct);let $=ct[W.id];$===void 0&&($={},ct[W.id]=$);let j=$[V];return j===void 0&&(j=d(l()),$[V]=j),j}function d(L){let G=[],W=[],D=[];for(let V=0;V<e;V++)G[V]=0,W[V]=0,D[V]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:G,enabledAttributes:W,attributeDivisors:D,object:L,attributes:{},index:null}}function f(L,G,W,D){let V=r.attributes,q=G.attributes,k=0,ct=W.getAttributes();for(let $ in ct)if(ct[$].location>=0){let tt=V[$],ft=q[$];if(ft===void 0&&($==="instanceMatrix"&&L.instanceMatrix&&(ft=L.instanceMatrix),$==="instanceColor"&&L.instanceColor&&(ft=L.instanceColor)),tt===void 0||tt.attribute!==ft||ft&&tt.data!==ft.data)return!0;k++}return r.attributesNum!==k||r.index!==D}function p(L,G,W,D){let V={},q=G.attributes,k=0,ct=W.getAttributes();for(let $ in ct)if(ct[$].location>=0){let tt=q[$];tt===void 0&&($==="instanceMatrix"&&L.instanceMatrix&&(tt=L.instanceMatrix),$==="instanceColor"&&L.instanceColor&&(tt=L.instanceColor));let ft={};ft.attribute=tt,tt&&tt.data&&(ft.data=tt.data),V[$]=ft,k++}r.attributes=V,r.attributesNum=k,r.index=D}function y(){let L=r.newAttributes;for(let G=0,W=L.length;G<W;G++)L[G]=0}function m(L){g(L,0)}function g(L,G){let W=r.newAttributes,D=r.enabledAttributes,V=r.attributeDivisors;W[L]=1,D[L]===0&&(i.enableVertexAttribArray(L),D[L]=1),V[L]!==G&&(i.vertexAttribDivisor(L,G),V[L]=G)}function S(){let L=r.newAttributes,G=r.enabledAttributes;for(let W=0,D=G.length;W<D;W++)G[W]!==L[W]&&(i.disableVertexAttribArray(W),G[W]=0)}function A(L,G,W,D,V,q,k){k===!0?i.vertexAttribIPointer(L,G,W,V,q):i.vertexAttribPointer(L,G,W,D,V,q)}function v(L,G,W,D){y();let V=D.attributes,q=W.getAttributes(),k=G.defaultAttributeValues;for(let ct in q){let $=q[ct];if($.location>=0){let j=V[ct];if(j===void 0&&(ct==="instanceMatrix"&&L.instanceMatrix&&(j=L.instanceMatrix),ct==="instanceColor"&&L.instanceColor&&(j=L.instanceColor)),j!==void 0){let tt=j.normalized,ft=j.itemSize,ht=t.get(j);if(ht===void 0)continue;let Q=ht.buffer,_t=ht.type,yt=ht.bytesPerElement,Lt=_t===i.INT||_t===i.UNSIGNED_INT||j.gpuType===Jc;if(j.isInterleavedBufferAttribute){let wt=j.data,Gt=wt.isInterleavedBuffer===!0?wt.stride:wt.itemSize,re=j.offset;if(wt.isInstancedInterleavedBuffer||wt.isInstancedBufferAttribute){for(let Jt=0;Jt<$.locationSize;Jt++)g($.location+Jt,wt.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=wt.meshPerAttribute*wt.count)}else for(let Jt=0;Jt<$.locationSize;Jt++)m($.location+Jt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Jt=0;Jt<$.locationSize;Jt++)A($.location+Jt,ft/$.locationSize,_t,tt,Gt*yt,(re+ft/$.locationSize*Jt)*yt,Lt)}else{if(j.isInstancedBufferAttribute){for(let wt=0;wt<$.locationSize;wt++)g($.location+wt,j.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let wt=0;wt<$.locationSize;wt++)m($.location+wt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let wt=0;wt<$.locationSize;wt++)A($.location+wt,ft/$.locationSize,_t,tt,ft*yt,ft/$.locationSize*wt*yt,Lt)}}else if(k!==void 0){let tt=k[ct];if(tt!==void 0)switch(tt.length){case 2:i.vertexAttrib2fv($.location,tt);break;case 3:i.vertexAttrib3fv($.location,tt);break;case 4:i.vertexAttrib4fv($.location,tt);break;default:i.vertexAttrib1fv($.location,tt)}}}}S()}function P(){B();for(let L in n){let G=n[L];for(let W in G){let D=G[W];for(let V in D){let q=D[V];for(let k in q)h(q[k].object),delete q[k];delete D[V]}}delete n[L]}}function T(L){if(n[L.id]===void 0)return;let G=n[L.id];for(let W in G){let D=G[W];for(let V in D){let q=D[V];for(let k in q)h(q[k].object),delete q[k];delete D[V]}}delete n[L.id]}function _(L){for(let G in n){let W=n[G];for(let D in W){let V=W[D];if(V[L.id]===void 0)continue;let q=V[L.id];for(let k in q)h(q[k].object),delete q[k];delete V[L.id]}}}function E(L){for(let G in n){let W=n[G],D=L.isInstancedMesh===!0?L.id:0,V=W[D];if(V!==void 0){for(let q in V){let k=V[q];for(let ct in k)h(k[ct].object),delete k[ct];delete V[q]}delete W[D],Object.keys(W).length===0&&delete n[G]}}}function B(){U(),o=!0,r!==s&&(r=s,c(r.object))}function U(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:U,dispose:P,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:m,disableUnusedAttributes:S}}function XM(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];e.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function qM(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==ki&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let E=_===zi&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==Qn&&_!==wi&&!E&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(ne("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&ne("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&ne("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),S=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),A=i.getParameter(i.MAX_VARYING_VECTORS),v=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:S,maxVaryings:A,maxFragmentUniforms:v,maxSamples:P,samples:T}}function YM(i){let t=this,e=null,n=0,s=!1,r=!1,o=new ci,a=new me,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,y=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let S=r?0:n,A=S*4,v=g.clippingState||null;l.value=v,v=h(p,d,A,f);for(let P=0;P!==A;++P)v[P]=e[P];g.clippingState=v,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,p){let y=u!==null?u.length:0,m=null;if(y!==0){if(m=l.value,p!==!0||m===null){let g=f+y*4,S=d.matrixWorldInverse;a.getNormalMatrix(S),(m===null||m.length<g)&&(m=new Float32Array(g));for(let A=0,v=f;A!==y;++A,v+=4)o.copy(u[A]).applyMatrix4(S,a),o.normal.toArray(m,v),m[v+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=y,t.numIntersection=0,m}}var gl=class extends hi{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new La(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new $s(5,5,5),r=new bi({name:"CubemapFromEquirect",uniforms:Rr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:$n,blending:Er});r.uniforms.tEquirect.value=e;let o=new mn(s,r),a=e.minFilter;return e.minFilter===Es&&(e.minFilter=Zn),new Co(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},bg=256,ZM=3,$M=20,qg=256,Yg=16,JM=3,KM=new R,jM=new ee,Oh=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Co(1,10,null),this._boxMesh=new mn(new $s(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=KM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,y=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(t.background=l.getClearColor(jM));let m=new Co(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,t.background=y,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Ag(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Eg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(bg,ef(t))}_fromTexture(t,e){t.mapping===Tr||t.mapping===Lo?this._setSize(t.image.length===0?bg:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=wg(t,!1,!1),n=Math.log2(t)-ZM;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=wg(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Tr||t.mapping===Lo?(this._cubemapMaterial===null&&(this._cubemapMaterial=Ag()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Eg()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=QM(),this._integrationMaterial=tb());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/Yg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-JM)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(qg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=eb());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function wg(i,t,e){return new gl(i,{minFilter:Es,generateMipmaps:t,type:zi,colorSpace:Ma,depthBuffer:e})}function _l(i,t,e){return new bi({name:i,uniforms:t,vertexShader:Se.cube_vert,fragmentShader:e,side:$n,blending:Er,depthTest:!1,depthWrite:!1})}function QM(){return _l("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${qg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function tb(){return _l("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Yg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function eb(){return _l("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${$M}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Eg(){return _l("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Ag(){return _l("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function nb(i){let t=new WeakMap,e=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Yc||f===Zc)if(t.has(d)){let p=t.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let y=new gl(p.height);return y.fromEquirectangularTexture(i,d),t.set(d,y),d.addEventListener("dispose",c),a(y.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===Yc||f===Zc,y=f===Tr||f===Lo;if(p||y){let m=e.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Oh(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),m.texture;if(m!==void 0)return m.texture;{let S=d.image;return p&&S&&S.height>0||y&&S&&l(S)?(n===null&&(n=new Oh(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===Yc?d.mapping=Tr:f===Zc&&(d.mapping=Lo),d}function l(d){let f=0,p=6;for(let y=0;y<p;y++)d[y]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function ib(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&ga("WebGLRenderer: "+n+" extension not supported."),s}}}function sb(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let y=r.get(p);y&&(t.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),o.register(y,y.id,y),e.memory.geometries++),y}function h(p){let y=p.attributes;for(let m in y)t.update(y[m],i.ARRAY_BUFFER)}function u(p){let y=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let S=y!==null?y.array.length:m.array.length/3-1,A=m.count>=65535?Ra:Ca,v=new A(Math.ceil(S/3)*6,1),P=v.array;if(y!==null){let _=y.array;g=y.version;for(let E=0,B=0;E<S;E+=3){let U=_[E+0],L=_[E+1],G=_[E+2];P[B++]=U,P[B++]=L,P[B++]=L,P[B++]=G,P[B++]=G,P[B++]=U}}else{g=m.version;for(let _=0,E=0;_<S;_+=3){let B=_+0,U=_+1,L=_+2;P[E++]=B,P[E++]=U,P[E++]=U,P[E++]=L,P[E++]=L,P[E++]=B}}v.version=g;let T=r.get(p);T&&t.remove(T),r.set(p,v)}function d(p){let y=r.get(p);if(y){let m=p.index;m!==null&&y.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let y=s[p].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function rb(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),e.update(d,n,f))}function h(u,d,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let y=0;for(let m=0;m<f;m++)y+=d[m];e.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function ob(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:le("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function ab(i,t,e){let n=new WeakMap,s=new Be;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let B=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",B)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],S=a.morphAttributes.color||[],A=0;f===!0&&(A=1),p===!0&&(A=2),y===!0&&(A=3);let v=a.attributes.position.count*A,P=1;v>t.maxTextureSize&&(P=Math.ceil(v/t.maxTextureSize),v=t.maxTextureSize);let T=new Float32Array(v*P*4*u),_=new Aa(T,v,P,u);_.type=wi,_.needsUpdate=!0;let E=A*4;for(let U=0;U<u;U++){let L=m[U],G=g[U],W=S[U],D=v*P*4*U;for(let V=0;V<L.count;V++){let q=V*E;f===!0&&(s.fromBufferAttribute(L,V),T[D+q+0]=s.x,T[D+q+1]=s.y,T[D+q+2]=s.z,T[D+q+3]=0),p===!0&&(s.fromBufferAttribute(G,V),T[D+q+4]=s.x,T[D+q+5]=s.y,T[D+q+6]=s.z,T[D+q+7]=0),y===!0&&(s.fromBufferAttribute(W,V),T[D+q+8]=s.x,T[D+q+9]=s.y,T[D+q+10]=s.z,T[D+q+11]=W.itemSize===4?s.w:1)}}d={count:u,texture:_,size:new pt(v,P)},n.set(a,d),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let y=0;y<c.length;y++)f+=c[y];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function lb(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=t.get(c,u);if(r.get(d)!==h&&(t.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var cb={[Ud]:"LINEAR_TONE_MAPPING",[Fd]:"REINHARD_TONE_MAPPING",[Od]:"CINEON_TONE_MAPPING",[sl]:"ACES_FILMIC_TONE_MAPPING",[zd]:"AGX_TONE_MAPPING",[kd]:"NEUTRAL_TONE_MAPPING",[Bd]:"CUSTOM_TONE_MAPPING"};function hb(i,t,e,n,s,r){let o=new hi(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Ye;h.setAttribute("position",new Pe([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Pe([0,2,0,0,2,0],2));let u=new Lc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new mn(h,u),f=new br(-1,1,1,-1,0,1),p=null,y=null,m=!1,g,S=null,A=[],v=!1;this.setSize=function(P,T){o.setSize(P,T),a!==null&&a.setSize(P,T),l!==null&&l.setSize(P,T);for(let _=0;_<A.length;_++){let E=A[_];E.setSize&&E.setSize(P,T)}},this.setEffects=function(P){A=P,v=A.length>0&&A[0].isRenderPass===!0;let T=o.width,_=o.height;A.length>0&&a===null&&(a=new hi(T,_,{type:zi,depthBuffer:!1,stencilBuffer:!1}),l=new hi(T,_,{type:zi,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&A.some(B=>B.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new ws(T,_),r===!0&&(c.format=As,c.type=Cr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let B=0;B<A.length;B++){let U=A[B];U.setSize&&U.setSize(T,_),E&&U.needsDepthTexture===!0&&U.setDepthTexture&&U.setDepthTexture(c)}},this.begin=function(P,T){if(m||P.toneMapping===ns&&A.length===0)return!1;if(S=T,T!==null){let _=T.width,E=T.height;(o.width!==_||o.height!==E)&&this.setSize(_,E)}return v===!1&&P.setRenderTarget(o),g=P.toneMapping,P.toneMapping=ns,!0},this.hasRenderPass=function(){return v},this.end=function(P,T){P.toneMapping=g,m=!0;let _=o,E=a;for(let B=0;B<A.length;B++){let U=A[B];U.enabled!==!1&&(U.render(P,E,_,T),U.needsSwap!==!1&&(_=E,E=E===a?l:a))}if(p!==P.outputColorSpace||y!==P.toneMapping){p=P.outputColorSpace,y=P.toneMapping,u.defines={},Ae.getTransfer(p)===Fe&&(u.defines.SRGB_TRANSFER="");let B=cb[y];B&&(u.defines[B]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,P.setRenderTarget(S),P.render(d,f),S=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Zg=new jn,$g=new ws(1,1),Jg=new Da(1),Kg=new Aa,jg=new Mc,Qg=new La,Tg=[],Cg=[],Rg=new Float32Array(16),Pg=new Float32Array(9),Ig=new Float32Array(4);function Uo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=Tg[s];if(r===void 0&&(r=new Float32Array(s),Tg[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function yn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function vn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function zh(i,t){let e=Cg[t];e===void 0&&(e=new Int32Array(t),Cg[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function ub(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function db(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(yn(e,t))return;i.uniform2fv(this.addr,t),vn(e,t)}}function fb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(yn(e,t))return;i.uniform3fv(this.addr,t),vn(e,t)}}function pb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(yn(e,t))return;i.uniform4fv(this.addr,t),vn(e,t)}}function mb(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(yn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),vn(e,t)}else{if(yn(e,n))return;Ig.set(n),i.uniformMatrix2fv(this.addr,!1,Ig),vn(e,n)}}function gb(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(yn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),vn(e,t)}else{if(yn(e,n))return;Pg.set(n),i.uniformMatrix3fv(this.addr,!1,Pg),vn(e,n)}}function _b(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(yn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),vn(e,t)}else{if(yn(e,n))return;Rg.set(n),i.uniformMatrix4fv(this.addr,!1,Rg),vn(e,n)}}function xb(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function yb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(yn(e,t))return;i.uniform2iv(this.addr,t),vn(e,t)}}function vb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(yn(e,t))return;i.uniform3iv(this.addr,t),vn(e,t)}}function Sb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(yn(e,t))return;i.uniform4iv(this.addr,t),vn(e,t)}}function Mb(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function bb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(yn(e,t))return;i.uniform2uiv(this.addr,t),vn(e,t)}}function wb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(yn(e,t))return;i.uniform3uiv(this.addr,t),vn(e,t)}}function Eb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(yn(e,t))return;i.uniform4uiv(this.addr,t),vn(e,t)}}function kh(i){return i.version===0&&(i.compareFunction=Jd,i.needsUpdate=!0),i}function Ab(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=kh($g):r=Zg,e.setTexture2D(t||r,s)}function Tb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||jg,s)}function Cb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=kh(Jg):r=Qg,e.setTextureCube(t||r,s)}function Rb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Kg,s)}function Pb(i){switch(i){case 5126:return ub;case 35664:return db;case 35665:return fb;case 35666:return pb;case 35674:return mb;case 35675:return gb;case 35676:return _b;case 5124:case 35670:return xb;case 35667:case 35671:return yb;case 35668:case 35672:return vb;case 35669:case 35673:return Sb;case 5125:return Mb;case 36294:return bb;case 36295:return wb;case 36296:return Eb;case 35678:case 36198:case 36298:case 36306:case 35682:return Ab;case 35679:case 36299:case 36307:return Tb;case 35680:case 36300:case 36308:case 36293:return Cb;case 36289:case 36303:case 36311:case 36292:return Rb}}function Ib(i,t){i.uniform1fv(this.addr,t)}function Lb(i,t){let e=Uo(t,this.size,2);i.uniform2fv(this.addr,e)}function Db(i,t){let e=Uo(t,this.size,3);i.uniform3fv(this.addr,e)}function Nb(i,t){let e=Uo(t,this.size,4);i.uniform4fv(this.addr,e)}function Ub(i,t){let e=Uo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function Fb(i,t){let e=Uo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function Ob(i,t){let e=Uo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function Bb(i,t){i.uniform1iv(this.addr,t)}function zb(i,t){i.uniform2iv(this.addr,t)}function kb(i,t){i.uniform3iv(this.addr,t)}function Vb(i,t){i.uniform4iv(this.addr,t)}function Gb(i,t){i.uniform1uiv(this.addr,t)}function Hb(i,t){i.uniform2uiv(this.addr,t)}function Wb(i,t){i.uniform3uiv(this.addr,t)}function Xb(i,t){i.uniform4uiv(this.addr,t)}function qb(i,t,e){let n=this.cache,s=t.length,r=zh(e,s);yn(n,r)||(i.uniform1iv(this.addr,r),vn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=kh($g):o=Zg;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function Yb(i,t,e){let n=this.cache,s=t.length,r=zh(e,s);yn(n,r)||(i.uniform1iv(this.addr,r),vn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||jg,r[o])}function Zb(i,t,e){let n=this.cache,s=t.length,r=zh(e,s);yn(n,r)||(i.uniform1iv(this.addr,r),vn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=kh(Jg):o=Qg;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function $b(i,t,e){let n=this.cache,s=t.length,r=zh(e,s);yn(n,r)||(i.uniform1iv(this.addr,r),vn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Kg,r[o])}function Jb(i){switch(i){case 5126:return Ib;case 35664:return Lb;case 35665:return Db;case 35666:return Nb;case 35674:return Ub;case 35675:return Fb;case 35676:return Ob;case 5124:case 35670:return Bb;case 35667:case 35671:return zb;case 35668:case 35672:return kb;case 35669:case 35673:return Vb;case 5125:return Gb;case 36294:return Hb;case 36295:return Wb;case 36296:return Xb;case 35678:case 36198:case 36298:case 36306:case 35682:return qb;case 35679:case 36299:case 36307:return Yb;case 35680:case 36300:case 36308:case 36293:return Zb;case 36289:case 36303:case 36311:case 36292:return $b}}var df=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=Pb(e.type)}},ff=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=Jb(e.type)}},pf=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},hf=/(\w+)(\])?(\[|\.)?/g;function Lg(i,t){i.seq.push(t),i.map[t.id]=t}function Kb(i,t,e){let n=i.name,s=n.length;for(hf.lastIndex=0;;){let r=hf.exec(n),o=hf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Lg(e,c===void 0?new df(a,i,t):new ff(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new pf(a),Lg(e,u)),e=u}}}var No=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);Kb(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function Dg(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var jb=37297,Qb=0;function tw(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var Ng=new me;function ew(i){Ae._getMatrix(Ng,Ae.workingColorSpace,i);let t=`mat3( ${Ng.elements.map(e=>e.toFixed(4))} )`;switch(Ae.getTransfer(i)){case ba:return[t,"LinearTransferOETF"];case Fe:return[t,"sRGBTransferOETF"];default:return ne("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Ug(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+tw(i.getShaderSource(t),a)}else return r}function nw(i,t){let e=ew(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var iw={[Ud]:"Linear",[Fd]:"Reinhard",[Od]:"Cineon",[sl]:"ACESFilmic",[zd]:"AgX",[kd]:"Neutral",[Bd]:"Custom"};function sw(i,t){let e=iw[t];return e===void 0?(ne("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Fh=new R;function rw(){Ae.getLuminanceCoefficients(Fh);let i=Fh.x.toFixed(4),t=Fh.y.toFixed(4),e=Fh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function ow(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(ml).join(`
`)}function aw(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function lw(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function ml(i){return i!==""}function Fg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Og(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var cw=/^[ \t]*#include +<([\w\d./]+)>/gm;function mf(i){return i.replace(cw,hw)}function hw(i,t){let e=Se[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return mf(e)}var uw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Bg(i){return i.replace(uw,dw)}function dw(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function zg(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var fw={[wr]:"SHADOWMAP_TYPE_PCF",[Po]:"SHADOWMAP_TYPE_VSM"};function pw(i){return fw[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var mw={[Lo]:"ENVMAP_MODE_REFRACTION"};function gw(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":mw[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var _w={[Nd]:"ENVMAP_BLENDING_MULTIPLY",[eg]:"ENVMAP_BLENDING_MIX",[ng]:"ENVMAP_BLENDING_ADD"};function xw(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":_w[i.combine]||"ENVMAP_BLENDING_NONE"}function yw(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=pw(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=gw(e),u=xw(e),d=ow(e),f=aw(r),p=s.createProgram(),y,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(y=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(ml).join(`
`),y.length>0&&(y+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(ml).join(`
`),m.length>0&&(m+=`
`)):(y=[zg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(ml).join(`
`),m=[zg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==ns?"#define TONE_MAPPING":"",e.toneMapping!==ns?Se.tonemapping_pars_fragment:"",e.toneMapping!==ns?sw("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Se.colorspace_pars_fragment,nw("linearToOutputTexel",e.outputColorSpace),rw(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(ml).join(`
`)),o=mf(o),o=Fg(o,e),o=Og(o,e),a=mf(a),a=Fg(a,e),a=Og(a,e),o=Bg(o),a=Bg(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,m=["#define varying in",e.glslVersion===Qd?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Qd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let S=g+y+o,A=g+m+a,v=Dg(s,s.VERTEX_SHADER,S),P=Dg(s,s.FRAGMENT_SHADER,A);s.attachShader(p,v),s.attachShader(p,P),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function T(U){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(p)||"",G=s.getShaderInfoLog(v)||"",W=s.getShaderInfoLog(P)||"",D=L.trim(),V=G.trim(),q=W.trim(),k=!0,ct=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(k=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,v,P);else{let $=Ug(s,v,"vertex"),j=Ug(s,P,"fragment");le("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+U.name+`
Material Type: `+U.type+`

Program Info Log: `+D+`
`+$+`
`+j)}else D!==""?ne("WebGLProgram: Program Info Log:",D):(V===""||q==="")&&(ct=!1);ct&&(U.diagnostics={runnable:k,programLog:D,vertexShader:{log:V,prefix:y},fragmentShader:{log:q,prefix:m}})}s.deleteShader(v),s.deleteShader(P),_=new No(s,p),E=lw(s,p)}let _;this.getUniforms=function(){return _===void 0&&T(this),_};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let B=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(p,jb)),B},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=Qb++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=v,this.fragmentShader=P,this}var vw=0,gf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new _f(t),e.set(t,n)),n}},_f=class{constructor(t){this.id=vw++,this.code=t,this.usedTimes=0}};function Sw(i){return i===rr||i===hl||i===ul}function Mw(i,t,e,n,s,r){let o=new vo,a=new gf,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function p(_,E,B,U,L,G){let W=U.fog,D=L.geometry,V=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?U.environment:null,q=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,k=t.get(_.envMap||V,q),ct=d[_.type],$=n.precision;_.precision!==null&&($=n.getMaxPrecision(_.precision),$!==_.precision&&ne("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let j=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,tt=j!==void 0?j.length:0,ft=0;D.morphAttributes.position!==void 0&&(ft=1),D.morphAttributes.normal!==void 0&&(ft=2),D.morphAttributes.color!==void 0&&(ft=3);let ht,Q,_t,yt;if(ct){let Nt=Jn[ct];ht=Nt.vertexShader,Q=Nt.fragmentShader}else{ht=_.vertexShader,Q=_.fragmentShader;let Nt=a.getVertexShaderStage(_),xe=a.getFragmentShaderStage(_);a.update(_,Nt,xe),_t=Nt.id,yt=xe.id}let Lt=i.getRenderTarget(),wt=i.state.buffers.depth.getReversed(),Gt=L.isInstancedMesh===!0,re=L.isBatchedMesh===!0,Jt=!!_.map,oe=!!_.matcap,se=!!k,rt=se&&k.isPMREMTexture===!0,vt=!!_.aoMap,xt=!!_.lightMap,Bt=!!_.bumpMap&&_.wireframe===!1,Dt=!!_.normalMap,ie=!!_.displacementMap,zt=!!_.emissiveMap,_e=!!_.metalnessMap,pe=!!_.roughnessMap,ye=_.anisotropy>0,F=_.clearcoat>0,Mt=_.diffuseRoughness>0,Xt=_.dispersion>0,ue=_.retroreflectivity>0,Et=_.iridescence>0,Ue=_.sheen>0,Zt=_.transmission>0,te=ye&&!!_.anisotropyMap,C=F&&!!_.clearcoatMap,M=F&&!!_.clearcoatNormalMap,X=F&&!!_.clearcoatRoughnessMap,dt=Mt&&!!_.diffuseRoughnessMap,ot=Et&&!!_.iridescenceMap,bt=Et&&!!_.iridescenceThicknessMap,At=Ue&&!!_.sheenColorMap,et=Ue&&!!_.sheenRoughnessMap,it=!!_.specularMap,gt=!!_.specularColorMap,O=!!_.specularIntensityMap,st=Zt&&!!_.transmissionMap,nt=Zt&&!!_.thicknessMap,Rt=!!_.gradientMap,St=!!_.alphaMap,Ct=_.alphaTest>0,Kt=!!_.alphaHash,ce=!!_.extensions,ut=ns;_.toneMapped&&(Lt===null||Lt.isXRRenderTarget===!0)&&(ut=i.toneMapping);let qt=rt?k.isCompressedCubeTexture?k.image[0].mipmaps:k.mipmaps:null,he={shaderID:ct,shaderType:_.type,shaderName:_.name,vertexShader:ht,fragmentShader:Q,defines:_.defines,customVertexShaderID:_t,customFragmentShaderID:yt,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:re,batchingColor:re&&L._colorsTexture!==null,instancing:Gt,instancingColor:Gt&&L.instanceColor!==null,instancingMorph:Gt&&L.morphTexture!==null,outputColorSpace:Lt===null?i.outputColorSpace:Lt.isXRRenderTarget===!0?Lt.texture.colorSpace:Ae.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Jt,matcap:oe,envMap:se,envMapMode:se&&k.mapping,envMapPMREM:rt,envMapMaxLod:rt?qt.length-1:null,envMapSize:rt?qt[0].width:null,aoMap:vt,lightMap:xt,bumpMap:Bt,normalMap:Dt,displacementMap:ie,emissiveMap:zt,normalMapObjectSpace:Dt&&_.normalMapType===rg,normalMapTangentSpace:Dt&&_.normalMapType===Dh,packedNormalMap:Dt&&_.normalMapType===Dh&&Sw(_.normalMap.format),metalnessMap:_e,roughnessMap:pe,anisotropy:ye,anisotropyMap:te,clearcoat:F,clearcoatMap:C,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:Mt,diffuseRoughnessMap:dt,dispersion:Xt,retroreflection:ue,iridescence:Et,iridescenceMap:ot,iridescenceThicknessMap:bt,sheen:Ue,sheenColorMap:At,sheenRoughnessMap:et,specularMap:it,specularColorMap:gt,specularIntensityMap:O,transmission:Zt,transmissionMap:st,thicknessMap:nt,gradientMap:Rt,opaque:_.transparent===!1&&_.blending===Io&&_.alphaToCoverage===!1,alphaMap:St,alphaTest:Ct,alphaHash:Kt,combine:_.combine,mapUv:Jt&&f(_.map.channel),aoMapUv:vt&&f(_.aoMap.channel),lightMapUv:xt&&f(_.lightMap.channel),bumpMapUv:Bt&&f(_.bumpMap.channel),normalMapUv:Dt&&f(_.normalMap.channel),displacementMapUv:ie&&f(_.displacementMap.channel),emissiveMapUv:zt&&f(_.emissiveMap.channel),metalnessMapUv:_e&&f(_.metalnessMap.channel),roughnessMapUv:pe&&f(_.roughnessMap.channel),anisotropyMapUv:te&&f(_.anisotropyMap.channel),clearcoatMapUv:C&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:dt&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:ot&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:bt&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:At&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:et&&f(_.sheenRoughnessMap.channel),specularMapUv:it&&f(_.specularMap.channel),specularColorMapUv:gt&&f(_.specularColorMap.channel),specularIntensityMapUv:O&&f(_.specularIntensityMap.channel),transmissionMapUv:st&&f(_.transmissionMap.channel),thicknessMapUv:nt&&f(_.thicknessMap.channel),alphaMapUv:St&&f(_.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Dt||ye),vertexNormals:!!D.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!D.attributes.uv&&(Jt||St),fog:!!W,useFog:_.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||D.attributes.normal===void 0&&Dt===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:wt,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:tt,morphTextureStride:ft,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:G.filter(Nt=>Nt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&B.length>0,shadowMapType:i.shadowMap.type,toneMapping:ut,decodeVideoTexture:Jt&&_.map.isVideoTexture===!0&&Ae.getTransfer(_.map.colorSpace)===Fe,decodeVideoTextureEmissive:zt&&_.emissiveMap.isVideoTexture===!0&&Ae.getTransfer(_.emissiveMap.colorSpace)===Fe,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===pi,flipSided:_.side===$n,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:ce&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(ce&&_.extensions.multiDraw===!0||re)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return he.vertexUv1s=l.has(1),he.vertexUv2s=l.has(2),he.vertexUv3s=l.has(3),l.clear(),he}function y(_){let E=[];if(_.shaderID?E.push(_.shaderID):(E.push(_.customVertexShaderID),E.push(_.customFragmentShaderID)),_.defines!==void 0)for(let B in _.defines)E.push(B),E.push(_.defines[B]);return _.isRawShaderMaterial===!1&&(m(E,_),g(E,_),E.push(i.outputColorSpace)),E.push(_.customProgramCacheKey),E.join()}function m(_,E){_.push(E.precision),_.push(E.outputColorSpace),_.push(E.envMapMode),_.push(E.envMapPMREM),_.push(E.envMapMaxLod),_.push(E.envMapSize),_.push(E.mapUv),_.push(E.alphaMapUv),_.push(E.lightMapUv),_.push(E.aoMapUv),_.push(E.bumpMapUv),_.push(E.normalMapUv),_.push(E.displacementMapUv),_.push(E.emissiveMapUv),_.push(E.metalnessMapUv),_.push(E.roughnessMapUv),_.push(E.anisotropyMapUv),_.push(E.clearcoatMapUv),_.push(E.clearcoatNormalMapUv),_.push(E.clearcoatRoughnessMapUv),_.push(E.diffuseRoughnessMapUv),_.push(E.iridescenceMapUv),_.push(E.iridescenceThicknessMapUv),_.push(E.sheenColorMapUv),_.push(E.sheenRoughnessMapUv),_.push(E.specularMapUv),_.push(E.specularColorMapUv),_.push(E.specularIntensityMapUv),_.push(E.transmissionMapUv),_.push(E.thicknessMapUv),_.push(E.combine),_.push(E.fogExp2),_.push(E.sizeAttenuation),_.push(E.morphTargetsCount),_.push(E.numSunLights),_.push(E.numDirLights),_.push(E.numPointLights),_.push(E.numSpotLights),_.push(E.numSpotLightMaps),_.push(E.numHemiLights),_.push(E.numRectAreaLights),_.push(E.numSunLightShadows),_.push(E.numDirLightShadows),_.push(E.numPointLightShadows),_.push(E.numSpotLightShadows),_.push(E.numSpotLightShadowsWithMaps),_.push(E.numLightProbes),_.push(E.numLightProbeGrids),_.push(E.shadowMapType),_.push(E.toneMapping),_.push(E.numClippingPlanes),_.push(E.numClipIntersection),_.push(E.depthPacking)}function g(_,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function S(_){let E=d[_.type],B;if(E){let U=Jn[E];B=fl.clone(U.uniforms)}else B=_.uniforms;return B}function A(_,E){let B=h.get(E);return B!==void 0?++B.usedTimes:(B=new yw(i,E,_,s),c.push(B),h.set(E,B)),B}function v(_){if(--_.usedTimes===0){let E=c.indexOf(_);c[E]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function P(_){a.remove(_)}function T(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:S,acquireProgram:A,releaseProgram:v,releaseShaderCache:P,programs:c,dispose:T}}function bw(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function ww(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function kg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Vg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,y,m,g){let S=i[t];return S===void 0?(S={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:y,renderOrder:d.renderOrder,z:m,group:g},i[t]=S):(S.id=d.id,S.object=d,S.geometry=f,S.material=p,S.materialVariant=o(d),S.groupOrder=y,S.renderOrder=d.renderOrder,S.z=m,S.group=g),t++,S}function l(d,f,p,y,m,g,S){S.reversedDepth===!0&&(m=-m);let A=a(d,f,p,y,m,g);p.transmission>0?n.push(A):p.transparent===!0?s.push(A):e.push(A)}function c(d,f,p,y,m,g){let S=a(d,f,p,y,m,g);p.transmission>0?n.unshift(S):p.transparent===!0?s.unshift(S):e.unshift(S)}function h(d,f){e.length>1&&e.sort(d||ww),n.length>1&&n.sort(f||kg),s.length>1&&s.sort(f||kg)}function u(){for(let d=t,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function Ew(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Vg,i.set(n,[o])):s>=r.length?(o=new Vg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Aw(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new R,color:new ee};break;case"SpotLight":e={position:new R,direction:new R,color:new ee,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new R,color:new ee,distance:0,decay:0};break;case"HemisphereLight":e={direction:new R,skyColor:new ee,groundColor:new ee};break;case"RectAreaLight":e={color:new ee,position:new R,halfWidth:new R,halfHeight:new R};break}return i[t.id]=e,e}}}function Tw(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Cw=0;function Rw(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function Pw(i){let t=new Aw,e=Tw(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new R);let s=new R,r=new Qt,o=new Qt;function a(c){let h=0,u=0,d=0;for(let G=0;G<9;G++)n.probe[G].set(0,0,0);let f=0,p=0,y=0,m=0,g=0,S=0,A=0,v=0,P=0,T=0,_=0,E=0,B=0,U=0;c.sort(Rw);for(let G=0,W=c.length;G<W;G++){let D=c[G],V=D.color,q=D.intensity,k=D.distance,ct=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===rr?ct=D.shadow.map.texture:ct=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)h+=V.r*q,u+=V.g*q,d+=V.b*q;else if(D.isLightProbe){for(let $=0;$<9;$++)n.probe[$].addScaledVector(D.sh.coefficients[$],q);U++}else if(D.isSunLight){let $=t.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[p]=tt,n.sunShadowMap[p]=ct;let ft=j.getViewportCount();for(let ht=0;ht<ft;ht++)n.sunShadowMatrix[y+ht]=j.getMatrix(ht),n.sunShadowCascade[y+ht]=j._cascadeData[ht];y+=ft,p++}n.sun[f]=$,f++}else if(D.isDirectionalLight){let $=t.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,n.directionalShadow[m]=tt,n.directionalShadowMap[m]=ct,n.directionalShadowMatrix[m]=D.shadow.matrix,P++}n.directional[m]=$,m++}else if(D.isSpotLight){let $=t.get(D);$.position.setFromMatrixPosition(D.matrixWorld),$.color.copy(V).multiplyScalar(q),$.distance=k,$.coneCos=Math.cos(D.angle),$.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),$.decay=D.decay,n.spot[S]=$;let j=D.shadow;if(D.map&&(n.spotLightMap[E]=D.map,E++,j.updateMatrices(D),D.castShadow&&B++),n.spotLightMatrix[S]=j.matrix,D.castShadow){let tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,n.spotShadow[S]=tt,n.spotShadowMap[S]=ct,_++}S++}else if(D.isRectAreaLight){let $=t.get(D);$.color.copy(V).multiplyScalar(q),$.halfWidth.set(D.width*.5,0,0),$.halfHeight.set(0,D.height*.5,0),n.rectArea[A]=$,A++}else if(D.isPointLight){let $=t.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),$.distance=D.distance,$.decay=D.decay,D.castShadow){let j=D.shadow,tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,tt.shadowCameraNear=j.camera.near,tt.shadowCameraFar=j.camera.far,n.pointShadow[g]=tt,n.pointShadowMap[g]=ct,n.pointShadowMatrix[g]=D.shadow.matrix,T++}n.point[g]=$,g++}else if(D.isHemisphereLight){let $=t.get(D);$.skyColor.copy(D.color).multiplyScalar(q),$.groundColor.copy(D.groundColor).multiplyScalar(q),n.hemi[v]=$,v++}}A>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ut.LTC_FLOAT_1,n.rectAreaLTC2=Ut.LTC_FLOAT_2):(n.rectAreaLTC1=Ut.LTC_HALF_1,n.rectAreaLTC2=Ut.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let L=n.hash;(L.sunLength!==f||L.directionalLength!==m||L.pointLength!==g||L.spotLength!==S||L.rectAreaLength!==A||L.hemiLength!==v||L.numSunShadows!==p||L.numDirectionalShadows!==P||L.numPointShadows!==T||L.numSpotShadows!==_||L.numSpotMaps!==E||L.numLightProbes!==U)&&(n.sun.length=f,n.directional.length=m,n.spot.length=S,n.rectArea.length=A,n.point.length=g,n.hemi.length=v,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+E-B,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=B,n.numLightProbes=U,L.sunLength=f,L.directionalLength=m,L.pointLength=g,L.spotLength=S,L.rectAreaLength=A,L.hemiLength=v,L.numSunShadows=p,L.numDirectionalShadows=P,L.numPointShadows=T,L.numSpotShadows=_,L.numSpotMaps=E,L.numLightProbes=U,n.version=Cw++)}function l(c,h){let u=0,d=0,f=0,p=0,y=0,m=0,g=h.matrixWorldInverse;for(let S=0,A=c.length;S<A;S++){let v=c[S];if(v.isSunLight){let P=n.sun[u];P.direction.setFromMatrixPosition(v.matrixWorld),P.direction.transformDirection(g),u++}else if(v.isDirectionalLight){let P=n.directional[d];P.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),d++}else if(v.isSpotLight){let P=n.spot[p];P.position.setFromMatrixPosition(v.matrixWorld),P.position.applyMatrix4(g),P.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),p++}else if(v.isRectAreaLight){let P=n.rectArea[y];P.position.setFromMatrixPosition(v.matrixWorld),P.position.applyMatrix4(g),o.identity(),r.copy(v.matrixWorld),r.premultiply(g),o.extractRotation(r),P.halfWidth.set(v.width*.5,0,0),P.halfHeight.set(0,v.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),y++}else if(v.isPointLight){let P=n.point[f];P.position.setFromMatrixPosition(v.matrixWorld),P.position.applyMatrix4(g),f++}else if(v.isHemisphereLight){let P=n.hemi[m];P.direction.setFromMatrixPosition(v.matrixWorld),P.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function Gg(i){let t=new Pw(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function Iw(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Gg(i),t.set(s,[a])):r>=o.length?(a=new Gg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var Lw=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Dw=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,Nw=[new R(1,0,0),new R(-1,0,0),new R(0,1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1)],Uw=[new R(0,-1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1),new R(0,-1,0),new R(0,-1,0)],Hg=new Qt,pl=new R,uf=new R;function Fw(i,t,e){let n=new Zs,s=new pt,r=new pt,o=new Be,a=new Dc,l=new Nc,c={},h=e.maxTextureSize,u={[sr]:$n,[$n]:sr,[pi]:pi},d=new bi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new pt},radius:{value:4}},vertexShader:Lw,fragmentShader:Dw}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Ye;p.setAttribute("position",new qe(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new mn(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=wr;let g=this.type;this.render=function(T,_,E){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===Fm&&(ne("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=wr);let B=i.getRenderTarget(),U=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),G=i.state;G.setBlending(Er),G.buffers.depth.getReversed()===!0?G.buffers.color.setClear(0,0,0,0):G.buffers.color.setClear(1,1,1,1),G.buffers.depth.setTest(!0),G.setScissorTest(!1);let W=g!==this.type;W&&_.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(V=>V.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,V=T.length;D<V;D++){let q=T[D],k=q.shadow;if(k===void 0){ne("WebGLShadowMap:",q,"has no shadow.");continue}if(k.autoUpdate===!1&&k.needsUpdate===!1)continue;s.copy(k.mapSize);let ct=k.getFrameExtents();s.multiply(ct),r.copy(k.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,k.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,k.mapSize.y=r.y));let $=i.state.buffers.depth.getReversed();if(k.camera._reversedDepth=$,k.map===null||W===!0){if(k.map!==null&&(k.map.depthTexture!==null&&(k.map.depthTexture.dispose(),k.map.depthTexture=null),k.map.dispose()),this.type===Po){if(q.isPointLight){ne("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}k.map=new hi(s.x,s.y,{format:rr,type:zi,minFilter:Zn,magFilter:Zn,generateMipmaps:!1}),k.map.texture.name=q.name+".shadowMap",k.map.depthTexture=new ws(s.x,s.y,wi),k.map.depthTexture.name=q.name+".shadowMapDepth",k.map.depthTexture.format=Ss,k.map.depthTexture.compareFunction=null,k.map.depthTexture.minFilter=Rn,k.map.depthTexture.magFilter=Rn}else q.isPointLight?(k.map=new gl(s.x),k.map.depthTexture=new Da(s.x,Bi)):(k.map=new hi(s.x,s.y),k.map.depthTexture=new ws(s.x,s.y,Bi)),k.map.depthTexture.name=q.name+".shadowMap",k.map.depthTexture.format=Ss,this.type===wr?(k.map.depthTexture.compareFunction=$?$d:Zd,k.map.depthTexture.minFilter=Zn,k.map.depthTexture.magFilter=Zn):(k.map.depthTexture.compareFunction=null,k.map.depthTexture.minFilter=Rn,k.map.depthTexture.magFilter=Rn);k.camera.updateProjectionMatrix()}k.map.isWebGLCubeRenderTarget!==!0&&(k.map.width!==s.x||k.map.height!==s.y)&&k.map.setSize(s.x,s.y);let j=k.map.isWebGLCubeRenderTarget?6:k.getViewportCount();q.isPointLight!==!0&&k.updateMatrices(q,E);let tt=(k.camera.layers.mask&4294967294)!==0?k.camera.layers:E.layers;for(let ft=0;ft<j;ft++){let ht=k.getCamera(ft);if(q.isPointLight){let Q=k.camera,_t=k.matrix,yt=q.distance||Q.far;yt!==Q.far&&(Q.far=yt,Q.updateProjectionMatrix()),pl.setFromMatrixPosition(q.matrixWorld),Q.position.copy(pl),uf.copy(Q.position),uf.add(Nw[ft]),Q.up.copy(Uw[ft]),Q.lookAt(uf),Q.updateMatrixWorld(),_t.makeTranslation(-pl.x,-pl.y,-pl.z),Hg.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),k._frustum.setFromProjectionMatrix(Hg,Q.coordinateSystem,Q.reversedDepth)}if(k.map.isWebGLCubeRenderTarget)i.setRenderTarget(k.map,ft),i.clear();else{ft===0&&(i.setRenderTarget(k.map),i.clear());let Q=k.getViewport(ft);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),G.viewport(o)}n=k.getFrustum(ft),v(_,E,ht,q,tt,this.type)}k.isPointLightShadow!==!0&&this.type===Po&&S(k,E),k.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(B,U,L)};function S(T,_){let E=t.update(y);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new hi(s.x,s.y,{format:rr,type:zi}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),d.uniforms.shadow_pass.value=T.map.depthTexture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(_,null,E,d,y,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(_,null,E,f,y,null)}function A(T,_,E,B){let U=null,L=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(L!==void 0)U=L;else if(U=E.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let G=U.uuid,W=_.uuid,D=c[G];D===void 0&&(D={},c[G]=D);let V=D[W];V===void 0&&(V=U.clone(),D[W]=V,_.addEventListener("dispose",P)),U=V}if(U.visible=_.visible,U.wireframe=_.wireframe,B===Po?U.side=_.shadowSide!==null?_.shadowSide:_.side:U.side=_.shadowSide!==null?_.shadowSide:u[_.side],U.alphaMap=_.alphaMap,U.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,U.map=_.map,U.clipShadows=_.clipShadows,U.clippingPlanes=_.clippingPlanes,U.clipIntersection=_.clipIntersection,U.displacementMap=_.displacementMap,U.displacementScale=_.displacementScale,U.displacementBias=_.displacementBias,U.wireframeLinewidth=_.wireframeLinewidth,U.linewidth=_.linewidth,E.isPointLight===!0&&U.isMeshDistanceMaterial===!0){let G=i.properties.get(U);G.light=E}return U}function v(T,_,E,B,U,L){if(T.visible===!1)return;if(T.layers.test(U)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&L===Po)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let D=t.update(T),V=T.material;if(Array.isArray(V)){let q=D.groups;for(let k=0,ct=q.length;k<ct;k++){let $=q[k],j=V[$.materialIndex];if(j&&j.visible){let tt=A(T,j,B,L);T.onBeforeShadow(i,T,_,E,D,tt,$),i.renderBufferDirect(E,null,D,tt,T,$),T.onAfterShadow(i,T,_,E,D,tt,$)}}}else if(V.visible){let q=A(T,V,B,L);T.onBeforeShadow(i,T,_,E,D,q,null),i.renderBufferDirect(E,null,D,q,T,null),T.onAfterShadow(i,T,_,E,D,q,null)}}let W=T.children;for(let D=0,V=W.length;D<V;D++)v(W[D],_,E,B,U,L)}function P(T){T.target.removeEventListener("dispose",P);for(let E in c){let B=c[E],U=T.target.uuid;U in B&&(B[U].dispose(),delete B[U])}}}function Ow(i,t){function e(){let O=!1,st=new Be,nt=null,Rt=new Be(0,0,0,0);return{setMask:function(St){nt!==St&&!O&&(i.colorMask(St,St,St,St),nt=St)},setLocked:function(St){O=St},setClear:function(St,Ct,Kt,ce,ut){ut===!0&&(St*=ce,Ct*=ce,Kt*=ce),st.set(St,Ct,Kt,ce),Rt.equals(st)===!1&&(i.clearColor(St,Ct,Kt,ce),Rt.copy(st))},reset:function(){O=!1,nt=null,Rt.set(-1,0,0,0)}}}function n(){let O=!1,st=!1,nt=null,Rt=null,St=null;return{setReversed:function(Ct){if(st!==Ct){let Kt=t.get("EXT_clip_control");Ct?Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.ZERO_TO_ONE_EXT):Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.NEGATIVE_ONE_TO_ONE_EXT),st=Ct;let ce=St;St=null,this.setClear(ce)}},getReversed:function(){return st},setTest:function(Ct){Ct?wt(i.DEPTH_TEST):Gt(i.DEPTH_TEST)},setMask:function(Ct){nt!==Ct&&!O&&(i.depthMask(Ct),nt=Ct)},setFunc:function(Ct){if(st&&(Ct=mg[Ct]),Rt!==Ct){switch(Ct){case uc:i.depthFunc(i.NEVER);break;case dc:i.depthFunc(i.ALWAYS);break;case fc:i.depthFunc(i.LESS);break;case po:i.depthFunc(i.LEQUAL);break;case pc:i.depthFunc(i.EQUAL);break;case mc:i.depthFunc(i.GEQUAL);break;case mo:i.depthFunc(i.GREATER);break;case gc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Rt=Ct}},setLocked:function(Ct){O=Ct},setClear:function(Ct){St!==Ct&&(St=Ct,st&&(Ct=1-Ct),i.clearDepth(Ct))},reset:function(){O=!1,nt=null,Rt=null,St=null,st=!1}}}function s(){let O=!1,st=null,nt=null,Rt=null,St=null,Ct=null,Kt=null,ce=null,ut=null;return{setTest:function(qt){O||(qt?wt(i.STENCIL_TEST):Gt(i.STENCIL_TEST))},setMask:function(qt){st!==qt&&!O&&(i.stencilMask(qt),st=qt)},setFunc:function(qt,he,Nt){(nt!==qt||Rt!==he||St!==Nt)&&(i.stencilFunc(qt,he,Nt),nt=qt,Rt=he,St=Nt)},setOp:function(qt,he,Nt){(Ct!==qt||Kt!==he||ce!==Nt)&&(i.stencilOp(qt,he,Nt),Ct=qt,Kt=he,ce=Nt)},setLocked:function(qt){O=qt},setClear:function(qt){ut!==qt&&(i.clearStencil(qt),ut=qt)},reset:function(){O=!1,st=null,nt=null,Rt=null,St=null,Ct=null,Kt=null,ce=null,ut=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],y=null,m=!1,g=null,S=null,A=null,v=null,P=null,T=null,_=null,E=new ee(0,0,0),B=0,U=!1,L=null,G=null,W=null,D=null,V=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),k=!1,ct=0,$=i.getParameter(i.VERSION);$.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec($)[1]),k=ct>=1):$.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),k=ct>=2);let j=null,tt={},ft=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(i.VIEWPORT),Q=new Be().fromArray(ft),_t=new Be().fromArray(ht);function yt(O,st,nt,Rt){let St=new Uint8Array(4),Ct=i.createTexture();i.bindTexture(O,Ct),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Kt=0;Kt<nt;Kt++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(st,0,i.RGBA,1,1,Rt,0,i.RGBA,i.UNSIGNED_BYTE,St):i.texImage2D(st+Kt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,St);return Ct}let Lt={};Lt[i.TEXTURE_2D]=yt(i.TEXTURE_2D,i.TEXTURE_2D,1),Lt[i.TEXTURE_CUBE_MAP]=yt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Lt[i.TEXTURE_2D_ARRAY]=yt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Lt[i.TEXTURE_3D]=yt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),wt(i.DEPTH_TEST),o.setFunc(po),Bt(!1),Dt(Cd),wt(i.CULL_FACE),vt(Er);function wt(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function Gt(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function re(O,st){return d[O]!==st?(i.bindFramebuffer(O,st),d[O]=st,O===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=st),O===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=st),!0):!1}function Jt(O,st){let nt=p,Rt=!1;if(O){nt=f.get(st),nt===void 0&&(nt=[],f.set(st,nt));let St=O.textures;if(nt.length!==St.length||nt[0]!==i.COLOR_ATTACHMENT0){for(let Ct=0,Kt=St.length;Ct<Kt;Ct++)nt[Ct]=i.COLOR_ATTACHMENT0+Ct;nt.length=St.length,Rt=!0}}else nt[0]!==i.BACK&&(nt[0]=i.BACK,Rt=!0);Rt&&i.drawBuffers(nt)}function oe(O){return y!==O?(i.useProgram(O),y=O,!0):!1}let se={[Ar]:i.FUNC_ADD,[Bm]:i.FUNC_SUBTRACT,[zm]:i.FUNC_REVERSE_SUBTRACT};se[km]=i.MIN,se[Vm]=i.MAX;let rt={[Gm]:i.ZERO,[Hm]:i.ONE,[Wm]:i.SRC_COLOR,[Ld]:i.SRC_ALPHA,[Jm]:i.SRC_ALPHA_SATURATE,[Zm]:i.DST_COLOR,[qm]:i.DST_ALPHA,[Xm]:i.ONE_MINUS_SRC_COLOR,[Dd]:i.ONE_MINUS_SRC_ALPHA,[$m]:i.ONE_MINUS_DST_COLOR,[Ym]:i.ONE_MINUS_DST_ALPHA,[Km]:i.CONSTANT_COLOR,[jm]:i.ONE_MINUS_CONSTANT_COLOR,[Qm]:i.CONSTANT_ALPHA,[tg]:i.ONE_MINUS_CONSTANT_ALPHA};function vt(O,st,nt,Rt,St,Ct,Kt,ce,ut,qt){if(O===Er){m===!0&&(Gt(i.BLEND),m=!1);return}if(m===!1&&(wt(i.BLEND),m=!0),O!==Om){if(O!==g||qt!==U){if((S!==Ar||P!==Ar)&&(i.blendEquation(i.FUNC_ADD),S=Ar,P=Ar),qt)switch(O){case Io:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Rd:i.blendFunc(i.ONE,i.ONE);break;case Pd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Id:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:le("WebGLState: Invalid blending: ",O);break}else switch(O){case Io:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Rd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Pd:le("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Id:le("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:le("WebGLState: Invalid blending: ",O);break}A=null,v=null,T=null,_=null,E.set(0,0,0),B=0,g=O,U=qt}return}St=St||st,Ct=Ct||nt,Kt=Kt||Rt,(st!==S||St!==P)&&(i.blendEquationSeparate(se[st],se[St]),S=st,P=St),(nt!==A||Rt!==v||Ct!==T||Kt!==_)&&(i.blendFuncSeparate(rt[nt],rt[Rt],rt[Ct],rt[Kt]),A=nt,v=Rt,T=Ct,_=Kt),(ce.equals(E)===!1||ut!==B)&&(i.blendColor(ce.r,ce.g,ce.b,ut),E.copy(ce),B=ut),g=O,U=!1}function xt(O,st){O.side===pi?Gt(i.CULL_FACE):wt(i.CULL_FACE);let nt=O.side===$n;st&&(nt=!nt),Bt(nt),O.blending===Io&&O.transparent===!1?vt(Er):vt(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let Rt=O.stencilWrite;a.setTest(Rt),Rt&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),zt(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?wt(i.SAMPLE_ALPHA_TO_COVERAGE):Gt(i.SAMPLE_ALPHA_TO_COVERAGE)}function Bt(O){L!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),L=O)}function Dt(O){O!==Nm?(wt(i.CULL_FACE),O!==G&&(O===Cd?i.cullFace(i.BACK):O===Um?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Gt(i.CULL_FACE),G=O}function ie(O){O!==W&&(k&&i.lineWidth(O),W=O)}function zt(O,st,nt){O?(wt(i.POLYGON_OFFSET_FILL),(D!==st||V!==nt)&&(D=st,V=nt,o.getReversed()&&(st=-st,nt=-nt),i.polygonOffset(st,nt))):Gt(i.POLYGON_OFFSET_FILL)}function _e(O){O?wt(i.SCISSOR_TEST):Gt(i.SCISSOR_TEST)}function pe(O){O===void 0&&(O=i.TEXTURE0+q-1),j!==O&&(i.activeTexture(O),j=O)}function ye(O,st,nt){nt===void 0&&(j===null?nt=i.TEXTURE0+q-1:nt=j);let Rt=tt[nt];Rt===void 0&&(Rt={type:void 0,texture:void 0},tt[nt]=Rt),(Rt.type!==O||Rt.texture!==st)&&(j!==nt&&(i.activeTexture(nt),j=nt),i.bindTexture(O,st||Lt[O]),Rt.type=O,Rt.texture=st)}function F(){let O=tt[j];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Mt(){try{i.compressedTexImage2D(...arguments)}catch(O){le("WebGLState:",O)}}function Xt(){try{i.compressedTexImage3D(...arguments)}catch(O){le("WebGLState:",O)}}function ue(){try{i.texSubImage2D(...arguments)}catch(O){le("WebGLState:",O)}}function Et(){try{i.texSubImage3D(...arguments)}catch(O){le("WebGLState:",O)}}function Ue(){try{i.compressedTexSubImage2D(...arguments)}catch(O){le("WebGLState:",O)}}function Zt(){try{i.compressedTexSubImage3D(...arguments)}catch(O){le("WebGLState:",O)}}function te(){try{i.texStorage2D(...arguments)}catch(O){le("WebGLState:",O)}}function C(){try{i.texStorage3D(...arguments)}catch(O){le("WebGLState:",O)}}function M(){try{i.texImage2D(...arguments)}catch(O){le("WebGLState:",O)}}function X(){try{i.texImage3D(...arguments)}catch(O){le("WebGLState:",O)}}function dt(O){return u[O]!==void 0?u[O]:i.getParameter(O)}function ot(O,st){u[O]!==st&&(i.pixelStorei(O,st),u[O]=st)}function bt(O){Q.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),Q.copy(O))}function At(O){_t.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),_t.copy(O))}function et(O,st){let nt=c.get(st);nt===void 0&&(nt=new WeakMap,c.set(st,nt));let Rt=nt.get(O);Rt===void 0&&(Rt=i.getUniformBlockIndex(st,O.name),i.uniformBlockBinding(st,Rt,Rt),nt.set(O,Rt))}function it(O,st,nt){let St=c.get(st).get(O);l[St]!==nt&&(i.bindBufferBase(i.UNIFORM_BUFFER,St,nt),l[St]=nt)}function gt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},j=null,tt={},d={},l={},f=new WeakMap,p=[],y=null,m=!1,g=null,S=null,A=null,v=null,P=null,T=null,_=null,E=new ee(0,0,0),B=0,U=!1,L=null,G=null,W=null,D=null,V=null,Q.set(0,0,i.canvas.width,i.canvas.height),_t.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:wt,disable:Gt,bindFramebuffer:re,drawBuffers:Jt,useProgram:oe,setBlending:vt,setMaterial:xt,setFlipSided:Bt,setCullFace:Dt,setLineWidth:ie,setPolygonOffset:zt,setScissorTest:_e,activeTexture:pe,bindTexture:ye,unbindTexture:F,compressedTexImage2D:Mt,compressedTexImage3D:Xt,texImage2D:M,texImage3D:X,pixelStorei:ot,getParameter:dt,updateUBOMapping:et,uniformBlockBinding:it,texStorage2D:te,texStorage3D:C,texSubImage2D:ue,texSubImage3D:Et,compressedTexSubImage2D:Ue,compressedTexSubImage3D:Zt,scissor:bt,viewport:At,reset:gt}}function Bw(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new pt,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,y=new FinalizationRegistry(C=>p.delete(C)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(C,M){return m?new OffscreenCanvas(C,M):wa("canvas")}function S(C,M,X){let dt=1,ot=te(C);if((ot.width>X||ot.height>X)&&(dt=X/Math.max(ot.width,ot.height)),dt<1)if(typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&C instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&C instanceof ImageBitmap||typeof VideoFrame<"u"&&C instanceof VideoFrame){let bt=Math.floor(dt*ot.width),At=Math.floor(dt*ot.height);d===void 0&&(d=g(bt,At));let et=M?g(bt,At):d;return et.width=bt,et.height=At,et.getContext("2d").drawImage(C,0,0,bt,At),ne("WebGLRenderer: Texture has been resized from ("+ot.width+"x"+ot.height+") to ("+bt+"x"+At+")."),et}else return"data"in C&&ne("WebGLRenderer: Image in DataTexture is too big ("+ot.width+"x"+ot.height+")."),C;return C}function A(C){return C.generateMipmaps}function v(C){i.generateMipmap(C)}function P(C){return C.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:C.isWebGL3DRenderTarget?i.TEXTURE_3D:C.isWebGLArrayRenderTarget||C.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(C,M,X,dt,ot,bt=!1){if(C!==null){if(i[C]!==void 0)return i[C];ne("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+C+"'")}let At;dt&&(At=t.get("EXT_texture_norm16"),At||ne("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let et=M;if(M===i.RED&&(X===i.FLOAT&&(et=i.R32F),X===i.HALF_FLOAT&&(et=i.R16F),X===i.UNSIGNED_BYTE&&(et=i.R8),X===i.UNSIGNED_SHORT&&At&&(et=At.R16_EXT),X===i.SHORT&&At&&(et=At.R16_SNORM_EXT)),M===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.R8UI),X===i.UNSIGNED_SHORT&&(et=i.R16UI),X===i.UNSIGNED_INT&&(et=i.R32UI),X===i.BYTE&&(et=i.R8I),X===i.SHORT&&(et=i.R16I),X===i.INT&&(et=i.R32I)),M===i.RG&&(X===i.FLOAT&&(et=i.RG32F),X===i.HALF_FLOAT&&(et=i.RG16F),X===i.UNSIGNED_BYTE&&(et=i.RG8),X===i.UNSIGNED_SHORT&&At&&(et=At.RG16_EXT),X===i.SHORT&&At&&(et=At.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RG8UI),X===i.UNSIGNED_SHORT&&(et=i.RG16UI),X===i.UNSIGNED_INT&&(et=i.RG32UI),X===i.BYTE&&(et=i.RG8I),X===i.SHORT&&(et=i.RG16I),X===i.INT&&(et=i.RG32I)),M===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGB8UI),X===i.UNSIGNED_SHORT&&(et=i.RGB16UI),X===i.UNSIGNED_INT&&(et=i.RGB32UI),X===i.BYTE&&(et=i.RGB8I),X===i.SHORT&&(et=i.RGB16I),X===i.INT&&(et=i.RGB32I)),M===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),X===i.UNSIGNED_INT&&(et=i.RGBA32UI),X===i.BYTE&&(et=i.RGBA8I),X===i.SHORT&&(et=i.RGBA16I),X===i.INT&&(et=i.RGBA32I)),M===i.RGB&&(X===i.UNSIGNED_SHORT&&At&&(et=At.RGB16_EXT),X===i.SHORT&&At&&(et=At.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(et=i.R11F_G11F_B10F)),M===i.RGBA){let it=bt?ba:Ae.getTransfer(ot);X===i.FLOAT&&(et=i.RGBA32F),X===i.HALF_FLOAT&&(et=i.RGBA16F),X===i.UNSIGNED_BYTE&&(et=it===Fe?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&At&&(et=At.RGBA16_EXT),X===i.SHORT&&At&&(et=At.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function _(C,M){let X;return C?M===null||M===Bi||M===Cr?X=i.DEPTH24_STENCIL8:M===wi?X=i.DEPTH32F_STENCIL8:M===Do&&(X=i.DEPTH24_STENCIL8,ne("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Bi||M===Cr?X=i.DEPTH_COMPONENT24:M===wi?X=i.DEPTH_COMPONENT32F:M===Do&&(X=i.DEPTH_COMPONENT16),X}function E(C,M){return A(C)===!0||C.isFramebufferTexture&&C.minFilter!==Rn&&C.minFilter!==Zn?Math.log2(Math.max(M.width,M.height))+1:C.mipmaps.length>0?C.mipmaps.length:C.isCompressedTexture&&Array.isArray(C.image)?M.mipmaps.length:1}function B(C){let M=new WeakRef(C);n.get(C).__ref=M,p.add(M),y.register(C,M,M)}function U(C){let M=n.get(C).__ref;M!==void 0&&(p.delete(M),y.unregister(M))}function L(C){W(C.target)}function G(C){D(C.target)}function W(C){C.removeEventListener("dispose",L),U(C),q(C),C.isVideoTexture&&h.delete(C),C.isHTMLTexture&&u.delete(C)}function D(C){C.removeEventListener("dispose",G),U(C),ct(C)}function V(){for(let C of p){let M=C.deref();M!==void 0&&(M.isRenderTarget===!0?D(M):W(M))}p.clear(),u.clear()}function q(C){let M=n.get(C);if(M.__webglInit===void 0)return;let X=C.source,dt=f.get(X);if(dt){let ot=dt[M.__cacheKey];ot.usedTimes--,ot.usedTimes===0&&k(C),Object.keys(dt).length===0&&f.delete(X)}n.remove(C)}function k(C){let M=n.get(C);i.deleteTexture(M.__webglTexture);let X=C.source,dt=f.get(X);delete dt[M.__cacheKey],o.memory.textures--}function ct(C){let M=n.get(C);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=C.depthTexture;if(X&&X.renderTarget===C&&W(X),C.isWebGLCubeRenderTarget)for(let ot=0;ot<6;ot++){if(Array.isArray(M.__webglFramebuffer[ot]))for(let bt=0;bt<M.__webglFramebuffer[ot].length;bt++)i.deleteFramebuffer(M.__webglFramebuffer[ot][bt]);else i.deleteFramebuffer(M.__webglFramebuffer[ot]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[ot])}else{if(Array.isArray(M.__webglFramebuffer))for(let ot=0;ot<M.__webglFramebuffer.length;ot++)i.deleteFramebuffer(M.__webglFramebuffer[ot]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let ot=0;ot<M.__webglColorRenderbuffer.length;ot++)M.__webglColorRenderbuffer[ot]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[ot]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let dt=C.textures;for(let ot=0,bt=dt.length;ot<bt;ot++){let At=n.get(dt[ot]);At.__webglTexture&&(i.deleteTexture(At.__webglTexture),o.memory.textures--),n.remove(dt[ot])}n.remove(C)}let $=0;function j(){$=0}function tt(){return $}function ft(C){$=C}function ht(){let C=$;return C>=s.maxTextures&&ne("WebGLTextures: Trying to use "+(C+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,C}function Q(C){let M=[];return M.push(C.wrapS),M.push(C.wrapT),M.push(C.wrapR||0),M.push(C.magFilter),M.push(C.minFilter),M.push(C.anisotropy),M.push(C.internalFormat),M.push(C.format),M.push(C.type),M.push(C.generateMipmaps),M.push(C.mipmapsAutoUpdate),M.push(C.premultiplyAlpha),M.push(C.flipY),M.push(C.unpackAlignment),M.push(C.colorSpace),M.join()}function _t(C,M){let X=n.get(C);if(C.isVideoTexture&&Ue(C),C.isRenderTargetTexture===!1&&C.isExternalTexture!==!0&&C.version>0&&X.__version!==C.version){let dt=C.image;if(dt===null)ne("WebGLRenderer: Texture marked for update but no image data found.");else if(dt.complete===!1)ne("WebGLRenderer: Texture marked for update but image is incomplete");else{xt(X,C,M);return}}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+M)}function yt(C,M){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&X.__version!==C.version){xt(X,C,M);return}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+M)}function Lt(C,M){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&X.__version!==C.version){xt(X,C,M);return}e.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+M)}function wt(C,M){let X=n.get(C);if(C.version>0&&X.__version!==C.version){Bt(X,C,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+M)}let Gt={[_c]:i.REPEAT,[Qi]:i.CLAMP_TO_EDGE,[xc]:i.MIRRORED_REPEAT},re={[Rn]:i.NEAREST,[ig]:i.NEAREST_MIPMAP_NEAREST,[rl]:i.NEAREST_MIPMAP_LINEAR,[Zn]:i.LINEAR,[$c]:i.LINEAR_MIPMAP_NEAREST,[Es]:i.LINEAR_MIPMAP_LINEAR},Jt={[ag]:i.NEVER,[Jd]:i.ALWAYS,[lg]:i.LESS,[Zd]:i.LEQUAL,[cg]:i.EQUAL,[$d]:i.GEQUAL,[hg]:i.GREATER,[ug]:i.NOTEQUAL};function oe(C,M){if(M.type===wi&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Zn||M.magFilter===$c||M.magFilter===rl||M.magFilter===Es||M.minFilter===Zn||M.minFilter===$c||M.minFilter===rl||M.minFilter===Es)&&ne("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(C,i.TEXTURE_WRAP_S,Gt[M.wrapS]),i.texParameteri(C,i.TEXTURE_WRAP_T,Gt[M.wrapT]),(C===i.TEXTURE_3D||C===i.TEXTURE_2D_ARRAY)&&i.texParameteri(C,i.TEXTURE_WRAP_R,Gt[M.wrapR]),i.texParameteri(C,i.TEXTURE_MAG_FILTER,re[M.magFilter]),i.texParameteri(C,i.TEXTURE_MIN_FILTER,re[M.minFilter]),M.compareFunction&&(i.texParameteri(C,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(C,i.TEXTURE_COMPARE_FUNC,Jt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Rn||M.minFilter!==rl&&M.minFilter!==Es||M.type===wi&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");i.texParameterf(C,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function se(C,M){let X=!1;C.__webglInit===void 0&&(C.__webglInit=!0,M.addEventListener("dispose",L),B(M));let dt=M.source,ot=f.get(dt);ot===void 0&&(ot={},f.set(dt,ot));let bt=Q(M);if(bt!==C.__cacheKey){ot[bt]===void 0&&(ot[bt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ot[bt].usedTimes++;let At=ot[C.__cacheKey];At!==void 0&&(ot[C.__cacheKey].usedTimes--,At.usedTimes===0&&k(M)),C.__cacheKey=bt,C.__webglTexture=ot[bt].texture}return X}function rt(C,M,X){return Math.floor(Math.floor(C/X)/M)}function vt(C,M,X,dt){let bt=C.updateRanges;if(bt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,X,dt,M.data);else{bt.sort((O,st)=>O.start-st.start);let At=0;for(let O=1;O<bt.length;O++){let st=bt[At],nt=bt[O],Rt=st.start+st.count,St=rt(nt.start,M.width,4),Ct=rt(st.start,M.width,4);nt.start<=Rt+1&&St===Ct&&rt(nt.start+nt.count-1,M.width,4)===St?st.count=Math.max(st.count,nt.start+nt.count-st.start):(++At,bt[At]=nt)}bt.length=At+1;let et=e.getParameter(i.UNPACK_ROW_LENGTH),it=e.getParameter(i.UNPACK_SKIP_PIXELS),gt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let O=0,st=bt.length;O<st;O++){let nt=bt[O],Rt=Math.floor(nt.start/4),St=Math.ceil(nt.count/4),Ct=Rt%M.width,Kt=Math.floor(Rt/M.width),ce=St,ut=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Ct),e.pixelStorei(i.UNPACK_SKIP_ROWS,Kt),e.texSubImage2D(i.TEXTURE_2D,0,Ct,Kt,ce,ut,X,dt,M.data)}C.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,et),e.pixelStorei(i.UNPACK_SKIP_PIXELS,it),e.pixelStorei(i.UNPACK_SKIP_ROWS,gt)}}function xt(C,M,X){let dt=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(dt=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(dt=i.TEXTURE_3D);let ot=se(C,M),bt=M.source;e.bindTexture(dt,C.__webglTexture,i.TEXTURE0+X);let At=n.get(bt);if(bt.version!==At.__version||ot===!0){if(e.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ut=Ae.getPrimaries(Ae.workingColorSpace),qt=M.colorSpace===Ts?null:Ae.getPrimaries(M.colorSpace),he=M.colorSpace===Ts||ut===qt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,he)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let it=S(M.image,!1,s.maxTextureSize);it=Zt(M,it);let gt=r.convert(M.format,M.colorSpace),O=r.convert(M.type),st=T(M.internalFormat,gt,O,M.normalized,M.colorSpace,M.isVideoTexture);oe(dt,M);let nt,Rt=M.mipmaps,St=M.isVideoTexture!==!0,Ct=At.__version===void 0||ot===!0,Kt=bt.dataReady,ce=E(M,it);if(M.isDepthTexture)st=_(M.format===As,M.type),Ct&&(St?e.texStorage2D(i.TEXTURE_2D,1,st,it.width,it.height):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,gt,O,null));else if(M.isDataTexture)if(Rt.length>0){St&&Ct&&e.texStorage2D(i.TEXTURE_2D,ce,st,Rt[0].width,Rt[0].height);for(let ut=0,qt=Rt.length;ut<qt;ut++)nt=Rt[ut],St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,nt.width,nt.height,gt,O,nt.data):e.texImage2D(i.TEXTURE_2D,ut,st,nt.width,nt.height,0,gt,O,nt.data);M.generateMipmaps=!1}else St?(Ct&&e.texStorage2D(i.TEXTURE_2D,ce,st,it.width,it.height),Kt&&vt(M,it,gt,O)):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,gt,O,it.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){St&&Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ce,st,Rt[0].width,Rt[0].height,it.depth);for(let ut=0,qt=Rt.length;ut<qt;ut++)if(nt=Rt[ut],M.format!==ki)if(gt!==null)if(St){if(Kt)if(M.layerUpdates.size>0){let he=cf(nt.width,nt.height,M.format,M.type);for(let Nt of M.layerUpdates){let xe=nt.data.subarray(Nt*he/nt.data.BYTES_PER_ELEMENT,(Nt+1)*he/nt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,Nt,nt.width,nt.height,1,gt,xe)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,nt.width,nt.height,it.depth,gt,nt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ut,st,nt.width,nt.height,it.depth,0,nt.data,0,0);else ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else St?Kt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,nt.width,nt.height,it.depth,gt,O,nt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ut,st,nt.width,nt.height,it.depth,0,gt,O,nt.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{St&&Ct&&e.texStorage2D(i.TEXTURE_2D,ce,st,Rt[0].width,Rt[0].height);for(let ut=0,qt=Rt.length;ut<qt;ut++)nt=Rt[ut],M.format!==ki?gt!==null?St?Kt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ut,0,0,nt.width,nt.height,gt,nt.data):e.compressedTexImage2D(i.TEXTURE_2D,ut,st,nt.width,nt.height,0,nt.data):ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,nt.width,nt.height,gt,O,nt.data):e.texImage2D(i.TEXTURE_2D,ut,st,nt.width,nt.height,0,gt,O,nt.data)}else if(M.isDataArrayTexture)if(St){if(Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ce,st,it.width,it.height,it.depth),Kt)if(M.layerUpdates.size>0){let ut=cf(it.width,it.height,M.format,M.type);for(let qt of M.layerUpdates){let he=it.data.subarray(qt*ut/it.data.BYTES_PER_ELEMENT,(qt+1)*ut/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,qt,it.width,it.height,1,gt,O,he)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,gt,O,it.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,st,it.width,it.height,it.depth,0,gt,O,it.data);else if(M.isData3DTexture)St?(Ct&&e.texStorage3D(i.TEXTURE_3D,ce,st,it.width,it.height,it.depth),Kt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,gt,O,it.data)):e.texImage3D(i.TEXTURE_3D,0,st,it.width,it.height,it.depth,0,gt,O,it.data);else if(M.isFramebufferTexture){if(Ct)if(St)e.texStorage2D(i.TEXTURE_2D,ce,st,it.width,it.height);else{let ut=it.width,qt=it.height;for(let he=0;he<ce;he++)e.texImage2D(i.TEXTURE_2D,he,st,ut,qt,0,gt,O,null),ut>>=1,qt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let ut=i.canvas;if(ut.hasAttribute("layoutsubtree")||ut.setAttribute("layoutsubtree","true"),it.parentNode!==ut){ut.appendChild(it),u.add(M),ut.onpaint=qt=>{let he=qt.changedElements;for(let Nt of u)he.includes(Nt.image)&&(Nt.needsUpdate=!0)},ut.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,it);else{let he=i.RGBA,Nt=i.RGBA,xe=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,he,Nt,xe,it)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Rt.length>0){if(St&&Ct){let ut=te(Rt[0]);e.texStorage2D(i.TEXTURE_2D,ce,st,ut.width,ut.height)}for(let ut=0,qt=Rt.length;ut<qt;ut++)nt=Rt[ut],St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,gt,O,nt):e.texImage2D(i.TEXTURE_2D,ut,st,gt,O,nt);M.generateMipmaps=!1}else if(St){if(Ct){let ut=te(it);e.texStorage2D(i.TEXTURE_2D,ce,st,ut.width,ut.height)}Kt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,gt,O,it)}else e.texImage2D(i.TEXTURE_2D,0,st,gt,O,it);A(M)&&M.mipmapsAutoUpdate===!0&&v(dt),At.__version=bt.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function Bt(C,M,X){if(M.image.length!==6)return;let dt=se(C,M),ot=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,C.__webglTexture,i.TEXTURE0+X);let bt=n.get(ot);if(ot.version!==bt.__version||dt===!0){e.activeTexture(i.TEXTURE0+X);let At=Ae.getPrimaries(Ae.workingColorSpace),et=M.colorSpace===Ts?null:Ae.getPrimaries(M.colorSpace),it=M.colorSpace===Ts||At===et?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let gt=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,st=[];for(let Nt=0;Nt<6;Nt++)!gt&&!O?st[Nt]=S(M.image[Nt],!0,s.maxCubemapSize):st[Nt]=O?M.image[Nt].image:M.image[Nt],st[Nt]=Zt(M,st[Nt]);let nt=st[0],Rt=r.convert(M.format,M.colorSpace),St=r.convert(M.type),Ct=T(M.internalFormat,Rt,St,M.normalized,M.colorSpace),Kt=M.isVideoTexture!==!0,ce=bt.__version===void 0||dt===!0,ut=ot.dataReady,qt=E(M,nt);oe(i.TEXTURE_CUBE_MAP,M);let he;if(M.isDepthTexture){if(Ct=_(M.format===As,M.type),ce)if(Kt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Ct,nt.width,nt.height);else for(let Nt=0;Nt<6;Nt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,nt.width,nt.height,0,Rt,St,null)}else if(gt){Kt&&ce&&e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Ct,nt.width,nt.height);for(let Nt=0;Nt<6;Nt++){he=st[Nt].mipmaps;for(let xe=0;xe<he.length;xe++){let Ze=he[xe];M.format!==ki?Rt!==null?Kt?ut&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,0,0,Ze.width,Ze.height,Rt,Ze.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,Ct,Ze.width,Ze.height,0,Ze.data):ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,0,0,Ze.width,Ze.height,Rt,St,Ze.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,Ct,Ze.width,Ze.height,0,Rt,St,Ze.data)}}}else{if(he=M.mipmaps,Kt&&ce){he.length>0&&qt++;let Nt=te(st[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Ct,Nt.width,Nt.height)}for(let Nt=0;Nt<6;Nt++)if(O){Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,st[Nt].width,st[Nt].height,Rt,St,st[Nt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,st[Nt].width,st[Nt].height,0,Rt,St,st[Nt].data);for(let xe=0;xe<he.length;xe++){let Vn=he[xe].image[Nt].image;Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,0,0,Vn.width,Vn.height,Rt,St,Vn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,Ct,Vn.width,Vn.height,0,Rt,St,Vn.data)}}else{Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,Rt,St,st[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,Rt,St,st[Nt]);for(let xe=0;xe<he.length;xe++){let Ze=he[xe];Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,0,0,Rt,St,Ze.image[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,Ct,Rt,St,Ze.image[Nt])}}}A(M)&&M.mipmapsAutoUpdate===!0&&v(i.TEXTURE_CUBE_MAP),bt.__version=ot.version,M.onUpdate&&M.onUpdate(M)}C.__version=M.version}function Dt(C,M,X,dt,ot,bt){let At=r.convert(X.format,X.colorSpace),et=r.convert(X.type),it=T(X.internalFormat,At,et,X.normalized,X.colorSpace),gt=n.get(M),O=n.get(X);if(O.__renderTarget=M,!gt.__hasExternalTextures){let st=Math.max(1,M.width>>bt),nt=Math.max(1,M.height>>bt);ot===i.TEXTURE_3D||ot===i.TEXTURE_2D_ARRAY?e.texImage3D(ot,bt,it,st,nt,M.depth,0,At,et,null):e.texImage2D(ot,bt,it,st,nt,0,At,et,null)}e.bindFramebuffer(i.FRAMEBUFFER,C),Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,ot,O.__webglTexture,0,ue(M)):(ot===i.TEXTURE_2D||ot>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ot<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,dt,ot,O.__webglTexture,bt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ie(C,M,X){if(i.bindRenderbuffer(i.RENDERBUFFER,C),M.depthBuffer){let dt=M.depthTexture,ot=dt&&dt.isDepthTexture?dt.type:null,bt=_(M.stencilBuffer,ot),At=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ue(M),bt,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ue(M),bt,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,bt,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,At,i.RENDERBUFFER,C)}else{let dt=M.textures;for(let ot=0;ot<dt.length;ot++){let bt=dt[ot],At=r.convert(bt.format,bt.colorSpace),et=r.convert(bt.type),it=T(bt.internalFormat,At,et,bt.normalized,bt.colorSpace);Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ue(M),it,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ue(M),it,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,it,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function zt(C,M,X){let dt=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,C),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ot=n.get(M.depthTexture);ot.__renderTarget=M;let bt=dt?M.depthTexture.image[0]:M.depthTexture.image;(!ot.__webglTexture||bt.width!==M.width||bt.height!==M.height)&&(bt.width=M.width,bt.height=M.height,M.depthTexture.needsUpdate=!0),dt?wt(M.depthTexture,0):_t(M.depthTexture,0);let At=ot.__webglTexture,et=ue(M),it=dt?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,gt=M.depthTexture.format===As?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===Ss)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,it,At,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,gt,it,At,0);else if(M.depthTexture.format===As)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,it,At,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,gt,it,At,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function _e(C){let M=n.get(C),X=C.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==C.depthTexture){let dt=C.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),dt){let ot=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,dt.removeEventListener("dispose",ot)};dt.addEventListener("dispose",ot),M.__depthDisposeCallback=ot}M.__boundDepthTexture=dt}if(C.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let dt=0;dt<6;dt++)zt(M.__webglFramebuffer[dt],C,dt);else C.texture.mipmaps.length>0?zt(M.__webglFramebuffer[0],C,0):zt(M.__webglFramebuffer,C,0);else if(X){M.__webglDepthbuffer=[];for(let dt=0;dt<6;dt++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[dt]),M.__webglDepthbuffer[dt]===void 0)M.__webglDepthbuffer[dt]=i.createRenderbuffer(),ie(M.__webglDepthbuffer[dt],C,!1);else{let ot=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,bt=M.__webglDepthbuffer[dt];i.bindRenderbuffer(i.RENDERBUFFER,bt),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,bt)}}else if(C.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),ie(M.__webglDepthbuffer,C,!1);else{let ot=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,bt=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,bt),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,bt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function pe(C,M,X){let dt=n.get(C);M!==void 0&&Dt(dt.__webglFramebuffer,C,C.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&_e(C)}function ye(C){let M=C.texture,X=n.get(C),dt=n.get(M);C.addEventListener("dispose",G),B(C);let ot=C.textures,bt=C.isWebGLCubeRenderTarget===!0,At=ot.length>1;if(At||(dt.__webglTexture===void 0&&(dt.__webglTexture=i.createTexture()),dt.__version=M.version,o.memory.textures++),bt){X.__webglFramebuffer=[];for(let et=0;et<6;et++)if(M.mipmaps.length>0){X.__webglFramebuffer[et]=[];for(let it=0;it<M.mipmaps.length;it++)X.__webglFramebuffer[et][it]=i.createFramebuffer()}else X.__webglFramebuffer[et]=i.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let et=0;et<M.mipmaps.length;et++)X.__webglFramebuffer[et]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(At)for(let et=0,it=ot.length;et<it;et++){let gt=n.get(ot[et]);gt.__webglTexture===void 0&&(gt.__webglTexture=i.createTexture(),o.memory.textures++)}if(C.samples>0&&Et(C)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let et=0;et<ot.length;et++){let it=ot[et];X.__webglColorRenderbuffer[et]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[et]);let gt=r.convert(it.format,it.colorSpace),O=r.convert(it.type),st=T(it.internalFormat,gt,O,it.normalized,it.colorSpace,C.isXRRenderTarget===!0),nt=ue(C);i.renderbufferStorageMultisample(i.RENDERBUFFER,nt,st,C.width,C.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+et,i.RENDERBUFFER,X.__webglColorRenderbuffer[et])}i.bindRenderbuffer(i.RENDERBUFFER,null),C.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),ie(X.__webglDepthRenderbuffer,C,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(bt){e.bindTexture(i.TEXTURE_CUBE_MAP,dt.__webglTexture),oe(i.TEXTURE_CUBE_MAP,M);for(let et=0;et<6;et++)if(M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Dt(X.__webglFramebuffer[et][it],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,it);else Dt(X.__webglFramebuffer[et],C,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,0);A(M)?v(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(At){for(let et=0,it=ot.length;et<it;et++){let gt=ot[et],O=n.get(gt),st=i.TEXTURE_2D;(C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(st=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(st,O.__webglTexture),oe(st,gt),Dt(X.__webglFramebuffer,C,gt,i.COLOR_ATTACHMENT0+et,st,0),A(gt)&&v(st)}e.unbindTexture()}else{let et=i.TEXTURE_2D;if((C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(et=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(et,dt.__webglTexture),oe(et,M),M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Dt(X.__webglFramebuffer[it],C,M,i.COLOR_ATTACHMENT0,et,it);else Dt(X.__webglFramebuffer,C,M,i.COLOR_ATTACHMENT0,et,0);A(M)?v(et):M.mipmaps.length>0&&i.texParameteri(et,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}C.depthBuffer&&_e(C)}function F(C){let M=C.textures;for(let X=0,dt=M.length;X<dt;X++){let ot=M[X];if(A(ot)&&ot.mipmapsAutoUpdate===!0){let bt=P(C),At=n.get(ot).__webglTexture;e.bindTexture(bt,At),v(bt),e.unbindTexture()}}}let Mt=[];function Xt(C){if(C.samples>0){if(Et(C)===!1){let M=C.textures,X=C.width,dt=C.height,ot=i.COLOR_BUFFER_BIT,bt=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,At=n.get(C),et=M.length>1;if(et)for(let gt=0;gt<M.length;gt++)e.bindFramebuffer(i.FRAMEBUFFER,At.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,At.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,At.__webglMultisampledFramebuffer),C.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,At.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,At.__webglFramebuffer);for(let gt=0;gt<M.length;gt++){if(C.resolveDepthBuffer&&(C.depthBuffer&&(ot|=i.DEPTH_BUFFER_BIT),C.stencilBuffer&&C.resolveStencilBuffer&&(ot|=i.STENCIL_BUFFER_BIT)),et){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,At.__webglColorRenderbuffer[gt]);let O=n.get(M[gt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,O,0)}i.blitFramebuffer(0,0,X,dt,0,0,X,dt,ot,i.NEAREST),l===!0&&(Mt.length=0,Mt.push(i.COLOR_ATTACHMENT0+gt),C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&Mt.push(bt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Mt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),et)for(let gt=0;gt<M.length;gt++){e.bindFramebuffer(i.FRAMEBUFFER,At.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,At.__webglColorRenderbuffer[gt]);let O=n.get(M[gt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,At.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,O,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,At.__webglMultisampledFramebuffer)}else if(C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&l){let M=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function ue(C){return Math.min(s.maxSamples,C.samples)}function Et(C){let M=n.get(C);return C.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ue(C){let M=o.render.frame;h.get(C)!==M&&(h.set(C,M),C.update())}function Zt(C,M){let X=C.colorSpace,dt=C.format,ot=C.type;return C.isCompressedTexture===!0||C.isVideoTexture===!0||X!==Ma&&X!==Ts&&(Ae.getTransfer(X)===Fe?(dt!==ki||ot!==Qn)&&ne("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):le("WebGLTextures: Unsupported texture color space:",X)),M}function te(C){return typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement?(c.width=C.naturalWidth||C.width,c.height=C.naturalHeight||C.height):typeof VideoFrame<"u"&&C instanceof VideoFrame?(c.width=C.displayWidth,c.height=C.displayHeight):(c.width=C.width,c.height=C.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=j,this.getTextureUnits=tt,this.setTextureUnits=ft,this.setTexture2D=_t,this.setTexture2DArray=yt,this.setTexture3D=Lt,this.setTextureCube=wt,this.rebindTextures=pe,this.setupRenderTarget=ye,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=Xt,this.setupDepthRenderbuffer=_e,this.setupFrameBufferTexture=Dt,this.useMultisampledRTT=Et,this.dispose=V}function zw(i,t){function e(n,s=Ts){let r,o=Ae.getTransfer(s);if(n===Qn)return i.UNSIGNED_BYTE;if(n===Kc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===jc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Wd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Xd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Gd)return i.BYTE;if(n===Hd)return i.SHORT;if(n===Do)return i.UNSIGNED_SHORT;if(n===Jc)return i.INT;if(n===Bi)return i.UNSIGNED_INT;if(n===wi)return i.FLOAT;if(n===zi)return i.HALF_FLOAT;if(n===qd)return i.ALPHA;if(n===Yd)return i.RGB;if(n===ki)return i.RGBA;if(n===Ss)return i.DEPTH_COMPONENT;if(n===As)return i.DEPTH_STENCIL;if(n===Qc)return i.RED;if(n===th)return i.RED_INTEGER;if(n===rr)return i.RG;if(n===eh)return i.RG_INTEGER;if(n===nh)return i.RGBA_INTEGER;if(n===ol||n===al||n===ll||n===cl)if(o===Fe)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===ol)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===al)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===ll)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===cl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===ol)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===al)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===ll)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===cl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===ih||n===sh||n===rh||n===oh)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===ih)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===sh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===rh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===oh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===ah||n===lh||n===ch||n===hh||n===uh||n===hl||n===dh)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===ah||n===lh)return o===Fe?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===ch)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===hh)return r.COMPRESSED_R11_EAC;if(n===uh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===hl)return r.COMPRESSED_RG11_EAC;if(n===dh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===fh||n===ph||n===mh||n===gh||n===_h||n===xh||n===yh||n===vh||n===Sh||n===Mh||n===bh||n===wh||n===Eh||n===Ah)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===fh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===ph)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===mh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===gh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===_h)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===xh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===yh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===vh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Sh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Mh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===bh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===wh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Eh)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Ah)return o===Fe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Th||n===Ch||n===Rh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Th)return o===Fe?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Ch)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Rh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Ph||n===Ih||n===ul||n===Lh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===Ph)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Ih)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===ul)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Lh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Cr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var kw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Vw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,xf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new Na(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new bi({vertexShader:kw,fragmentShader:Vw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new mn(new Sr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},yf=class extends Ui{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,y=typeof XRWebGLBinding<"u",m=new xf,g={},S=e.getContextAttributes(),A=null,v=null,P=[],T=[],_=new pt,E=null,B=null,U=new Yn;U.viewport=new Be;let L=new Yn;L.viewport=new Be;let G=[U,L],W=new qc,D=null,V=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let _t=P[Q];return _t===void 0&&(_t=new So,P[Q]=_t),_t.getTargetRaySpace()},this.getControllerGrip=function(Q){let _t=P[Q];return _t===void 0&&(_t=new So,P[Q]=_t),_t.getGripSpace()},this.getHand=function(Q){let _t=P[Q];return _t===void 0&&(_t=new So,P[Q]=_t),_t.getHandSpace()};function q(Q){let _t=T.indexOf(Q.inputSource);if(_t===-1)return;let yt=P[_t];yt!==void 0&&(yt.update(Q.inputSource,Q.frame,c||o),yt.dispatchEvent({type:Q.type,data:Q.inputSource}))}function k(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",k),s.removeEventListener("inputsourceschange",ct);for(let Q=0;Q<P.length;Q++){let _t=T[Q];_t!==null&&(T[Q]=null,P[Q].disconnect(_t))}D=null,V=null,m.reset();for(let Q in g)delete g[Q];if(t.setRenderTarget(A),f=null,d=null,u=null,s=null,v=null,ht.stop(),n.isPresenting=!1,t.setPixelRatio(E),t.setSize(_.width,_.height,!1),B!==null){let Q=B.camera;Q.fov=B.fov,Q.zoom=B.zoom,Q.updateProjectionMatrix(),B=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&ne("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&ne("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&y&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(A=t.getRenderTarget(),s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",k),s.addEventListener("inputsourceschange",ct),S.xrCompatible!==!0&&await e.makeXRCompatible(),E=t.getPixelRatio(),t.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let yt=null,Lt=null,wt=null;S.depth&&(wt=S.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,yt=S.stencil?As:Ss,Lt=S.stencil?Cr:Bi);let Gt={colorFormat:e.RGBA8,depthFormat:wt,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Gt),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),v=new hi(d.textureWidth,d.textureHeight,{format:ki,type:Qn,depthTexture:new ws(d.textureWidth,d.textureHeight,Lt,void 0,void 0,void 0,void 0,void 0,void 0,yt),stencilBuffer:S.stencil,colorSpace:t.outputColorSpace,samples:S.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let yt={antialias:S.antialias,alpha:!0,depth:S.depth,stencil:S.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,yt),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new hi(f.framebufferWidth,f.framebufferHeight,{format:ki,type:Qn,colorSpace:t.outputColorSpace,stencilBuffer:S.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ct(Q){for(let _t=0;_t<Q.removed.length;_t++){let yt=Q.removed[_t],Lt=T.indexOf(yt);Lt>=0&&(T[Lt]=null,P[Lt].disconnect(yt))}for(let _t=0;_t<Q.added.length;_t++){let yt=Q.added[_t],Lt=T.indexOf(yt);if(Lt===-1){for(let Gt=0;Gt<P.length;Gt++)if(Gt>=T.length){T.push(yt),Lt=Gt;break}else if(T[Gt]===null){T[Gt]=yt,Lt=Gt;break}if(Lt===-1)break}let wt=P[Lt];wt&&wt.connect(yt)}}function $(Q,_t){_t===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(_t.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let _t=Q.near,yt=Q.far;m.texture!==null&&(m.depthNear>0&&(_t=m.depthNear),m.depthFar>0&&(yt=m.depthFar)),W.near=L.near=U.near=_t,W.far=L.far=U.far=yt,(D!==W.near||V!==W.far)&&(s.updateRenderState({depthNear:W.near,depthFar:W.far}),D=W.near,V=W.far),W.layers.mask=Q.layers.mask|6,U.layers.mask=W.layers.mask&-5,L.layers.mask=W.layers.mask&-3;let Lt=Q.parent,wt=W.cameras;$(W,Lt);for(let Gt=0;Gt<wt.length;Gt++)$(wt[Gt],Lt);W.projectionMatrix.copy(U.projectionMatrix),W.projectionMatrixInverse.copy(U.projectionMatrixInverse),B===null&&Q.isPerspectiveCamera&&(B={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,W,Lt)};function j(Q,_t,yt){yt===null?Q.matrix.copy(_t.matrixWorld):(Q.matrix.copy(yt.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(_t.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(_t.projectionMatrix),Q.projectionMatrixInverse.copy(_t.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=xo*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(W)},this.getCameraTexture=function(Q){return g[Q]};let tt=null;function ft(Q,_t){if(h=_t.getViewerPose(c||o),p=_t,h!==null){let yt=h.views;f!==null&&(t.setRenderTargetFramebuffer(v,f.framebuffer),t.setRenderTarget(v));let Lt=!1;yt.length!==W.cameras.length&&(W.cameras.length=0,Lt=!0);for(let Jt=0;Jt<yt.length;Jt++){let oe=yt[Jt],se=null;if(f!==null)se=f.getViewport(oe);else{let vt=u.getViewSubImage(d,oe);se=vt.viewport,Jt===0&&(t.setRenderTargetTextures(v,vt.colorTexture,vt.depthStencilTexture),t.setRenderTarget(v))}let rt=G[Jt];rt===void 0&&(rt=new Yn,rt.layers.enable(Jt),rt.viewport=new Be,G[Jt]=rt),rt.matrix.fromArray(oe.transform.matrix),rt.matrix.decompose(rt.position,rt.quaternion,rt.scale),rt.projectionMatrix.fromArray(oe.projectionMatrix),rt.projectionMatrixInverse.copy(rt.projectionMatrix).invert(),rt.viewport.set(se.x,se.y,se.width,se.height),Jt===0&&(W.matrix.copy(rt.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),Lt===!0&&W.cameras.push(rt)}let wt=s.enabledFeatures;if(wt&&wt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){u=n.getBinding();let Jt=u.getDepthInformation(yt[0]);Jt&&Jt.isValid&&Jt.texture&&m.init(Jt,s.renderState)}if(wt&&wt.includes("camera-access")&&y){t.state.unbindTexture(),u=n.getBinding();for(let Jt=0;Jt<yt.length;Jt++){let oe=yt[Jt].camera;if(oe){let se=g[oe];se||(se=new Na,g[oe]=se);let rt=u.getCameraImage(oe);se.sourceTexture=rt}}}}for(let yt=0;yt<P.length;yt++){let Lt=T[yt],wt=P[yt];Lt!==null&&wt!==void 0&&wt.update(Lt,_t,c||o)}tt&&tt(Q,_t),_t.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:_t}),p=null}let ht=new Wg;ht.setAnimationLoop(ft),this.setAnimationLoop=function(Q){tt=Q},this.dispose=function(){}}},Gw=new Qt,t0=new me;t0.set(-1,0,0,0,1,0,0,0,1);function Hw(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,of(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,S,A,v){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,v)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),y(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,S,A):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===$n&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===$n&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let S=t.get(g),A=S.envMap,v=S.envMapRotation;A&&(m.envMap.value=A,m.envMapRotation.value.setFromMatrix4(Gw.makeRotationFromEuler(v)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(t0),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,S,A){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*S,m.scale.value=A*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,S){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===$n&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=S.texture,m.transmissionSamplerSize.value.set(S.width,S.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function y(m,g){let S=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(S.matrixWorld),m.nearDistance.value=S.shadow.camera.near,m.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function Ww(i,t,e,n){let s={},r={};function o(S,A){let v=A.program;n.uniformBlockBinding(S,v,s[S.id])}function a(S,A){let v=s[S.id];v===void 0&&(p(S),v=l(S),s[S.id]=v,S.addEventListener("dispose",m));let P=A.program;n.updateUBOMapping(S,P);let T=t.render.frame;r[S.id]!==T&&(c(S),r[S.id]=T)}function l(S){let A=i.createBuffer(),v=S.__size,P=S.usage;return i.bindBuffer(i.UNIFORM_BUFFER,A),i.bufferData(i.UNIFORM_BUFFER,v,P),i.bindBuffer(i.UNIFORM_BUFFER,null),A}function c(S){let A=s[S.id],v=S.uniforms,P=S.__cache;i.bindBuffer(i.UNIFORM_BUFFER,A);for(let T=0,_=v.length;T<_;T++){let E=v[T];if(Array.isArray(E))for(let B=0,U=E.length;B<U;B++)h(E[B],T,B,P);else h(E,T,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(S,A,v,P){if(d(S,A,v,P)===!0){let T=S.__offset,_=S.value;if(Array.isArray(_)){let E=0;for(let B=0;B<_.length;B++){let U=_[B],L=y(U,!0);u(U,S.__data,E),E+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,S.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,S.__data)}}function u(S,A,v){typeof S=="number"||typeof S=="boolean"?A[v]=S:S.isMatrix3?(A[v]=S.elements[0],A[v+1]=S.elements[1],A[v+2]=S.elements[2],A[v+3]=0,A[v+4]=S.elements[3],A[v+5]=S.elements[4],A[v+6]=S.elements[5],A[v+7]=0,A[v+8]=S.elements[6],A[v+9]=S.elements[7],A[v+10]=S.elements[8],A[v+11]=0):ArrayBuffer.isView(S)?A.set(S.subarray(0,A.length-v),v):S.toArray(A,v)}function d(S,A,v,P){let T=S.value,_=A+"_"+v;if(Array.isArray(T)){P[_]===void 0&&(P[_]=[]);let E=P[_],B=!1;for(let U=0;U<T.length;U++)f(T[U],E,U)===!0&&(B=!0);return B}return f(T,P,_)}function f(S,A,v){if(A[v]===void 0)return typeof S=="number"||typeof S=="boolean"?A[v]=S:ArrayBuffer.isView(S)?A[v]=S.slice():A[v]=S.clone(),!0;{let P=A[v];if(typeof S=="number"||typeof S=="boolean"){if(P!==S)return A[v]=S,!0}else{if(ArrayBuffer.isView(S))return!0;if(P.equals(S)===!1)return P.copy(S),!0}}return!1}function p(S){let A=S.uniforms,v=0,P=16;for(let _=0,E=A.length;_<E;_++){let B=Array.isArray(A[_])?A[_]:[A[_]];for(let U=0,L=B.length;U<L;U++){let G=B[U],W=Array.isArray(G.value)?G.value:[G.value],D=Array.isArray(A[_])||Array.isArray(G.value),V=v;for(let k=0,ct=W.length;k<ct;k++){let $=W[k],j=y($,D),tt=v%P,ft=tt%j.boundary,ht=tt+ft;v+=ft,ht!==0&&P-ht<j.storage&&(v+=P-ht),k===0&&(V=v),v+=j.storage}let q=G.type==="int"?Int32Array:G.type==="uint"?Uint32Array:Float32Array;G.__data=new q((v-V)/Float32Array.BYTES_PER_ELEMENT),G.__offset=V}}let T=v%P;return T>0&&(v+=P-T),S.__size=v,S.__cache={},this}function y(S,A){let v={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(v.boundary=4,v.storage=4):S.isVector2?(v.boundary=8,v.storage=8):S.isVector3||S.isColor?(v.boundary=16,v.storage=12):S.isVector4?(v.boundary=16,v.storage=16):S.isMatrix3?(v.boundary=16,v.storage=48):S.isMatrix4?(v.boundary=16,v.storage=64):S.isTexture?ne("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(S)?(v.boundary=16,v.storage=S.byteLength):ne("WebGLRenderer: Unsupported uniform value type.",S),A===!0&&(v.boundary=16,v.storage=Math.ceil(v.storage/16)*16),v}function m(S){let A=S.target;A.removeEventListener("dispose",m),i.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function g(){for(let S in s)i.deleteBuffer(s[S]);s={},r={}}return{bind:o,update:a,dispose:g}}var Xw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),is=null;function qw(){return is===null&&(is=new Pa(Xw,16,16,rr,zi),is.name="DFG_LUT",is.minFilter=Zn,is.magFilter=Zn,is.wrapS=Qi,is.wrapT=Qi,is.generateMipmaps=!1,is.needsUpdate=!0),is}var Bh=class{constructor(t={}){let{canvas:e=dg(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=Qn}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=f,m=new Set([nh,eh,th]),g=new Set([Qn,Bi,Do,Cr,Kc,jc]),S=new Uint32Array(4),A=new Int32Array(4),v={textures:[],min:[],max:[],resolution:[]},P=null,T=null,_=[],E=[],B=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ns,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let U=this,L=!1,G=null,W=null,D=null,V=null;this._outputColorSpace=li;let q=0,k=0,ct=null,$=-1,j=null,tt=new Be,ft=new Be,ht=null,Q=new ee(0),_t=0,yt=e.width,Lt=e.height,wt=1,Gt=null,re=null,Jt=new Be(0,0,yt,Lt),oe=new Be(0,0,yt,Lt),se=!1,rt=new Zs,vt=new wc,xt=!1,Bt=!1,Dt=new Qt,ie=new R,zt=new Be,_e={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},pe=!1;function ye(){return ct===null?wt:1}let F=n;function Mt(w,z){return e.getContext(w,z)}let Xt,ue,Et,Ue,Zt,te,C,M,X,dt,ot,bt,At,et,it,gt,O,st,nt,Rt,St,Ct,Kt;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",qt,!1),e.addEventListener("webglcontextrestored",he,!1),e.addEventListener("webglcontextcreationerror",Nt,!1),F===null){let z="webgl2";if(F=Mt(z,w),F===null)throw Mt(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}ce()}catch(w){throw e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",he,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),le("WebGLRenderer: "+w.message),w}function ce(){Xt=new ib(F),Xt.init(),St=new zw(F,Xt),ue=new qM(F,Xt,t,St),Et=new Ow(F,Xt),ue.reversedDepthBuffer&&d&&Et.buffers.depth.setReversed(!0),W=F.createFramebuffer(),D=F.createFramebuffer(),V=F.createFramebuffer(),Ue=new ob(F),Zt=new bw,te=new Bw(F,Xt,Et,Zt,ue,St,Ue),C=new nb(U),M=new lv(F),Ct=new WM(F,M),X=new sb(F,M,Ue,Ct),dt=new lb(F,X,M,Ct,Ue),st=new ab(F,ue,te),it=new YM(Zt),ot=new Mw(U,C,Xt,ue,Ct,it),bt=new Hw(U,Zt),At=new Ew,et=new Iw(Xt),O=new HM(U,C,Et,dt,p,l),gt=new Fw(U,dt,ue),Kt=new Ww(F,Ue,ue,Et),nt=new XM(F,Xt,Ue),Rt=new rb(F,Xt,Ue),Ue.programs=ot.programs,U.capabilities=ue,U.extensions=Xt,U.properties=Zt,U.renderLists=At,U.shadowMap=gt,U.state=Et,U.info=Ue}y!==Qn&&(B=new hb(y,e.width,e.height,a,s,r));let ut=new yf(U,F);this.xr=ut,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let w=Xt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Xt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return wt},this.setPixelRatio=function(w){w!==void 0&&(wt=w,this.setSize(yt,Lt,!1))},this.getSize=function(w){return w.set(yt,Lt)},this.setSize=function(w,z,K=!0){if(ut.isPresenting){ne("WebGLRenderer: Can't change size while VR device is presenting.");return}yt=w,Lt=z,e.width=Math.floor(w*wt),e.height=Math.floor(z*wt),K===!0&&(e.style.width=w+"px",e.style.height=z+"px"),B!==null&&B.setSize(e.width,e.height),this.setViewport(0,0,w,z)},this.getDrawingBufferSize=function(w){return w.set(yt*wt,Lt*wt).floor()},this.setDrawingBufferSize=function(w,z,K){yt=w,Lt=z,wt=K,e.width=Math.floor(w*K),e.height=Math.floor(z*K),this.setViewport(0,0,w,z)},this.setEffects=function(w){if(y===Qn){le("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let z=0;z<w.length;z++)if(w[z].isOutputPass===!0){ne("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}B.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(tt)},this.getViewport=function(w){return w.copy(Jt)},this.setViewport=function(w,z,K,Y){w.isVector4?Jt.set(w.x,w.y,w.z,w.w):Jt.set(w,z,K,Y),Et.viewport(tt.copy(Jt).multiplyScalar(ye()).round())},this.getScissor=function(w){return w.copy(oe)},this.setScissor=function(w,z,K,Y){w.isVector4?oe.set(w.x,w.y,w.z,w.w):oe.set(w,z,K,Y),Et.scissor(ft.copy(oe).multiplyScalar(ye()).round())},this.getScissorTest=function(){return se},this.setScissorTest=function(w){Et.setScissorTest(se=w)},this.setOpaqueSort=function(w){Gt=w},this.setTransparentSort=function(w){re=w},this.getClearColor=function(w){return w.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(w=!0,z=!0,K=!0){let Y=0;if(w){let Z=!1;if(ct!==null){let Pt=ct.texture.format;Z=m.has(Pt)}if(Z){let Pt=ct.texture.type,Ft=g.has(Pt),It=O.getClearColor(),Ot=O.getClearAlpha(),$t=It.r,de=It.g,Me=It.b;Ft?(S[0]=$t,S[1]=de,S[2]=Me,S[3]=Ot,F.clearBufferuiv(F.COLOR,0,S)):(A[0]=$t,A[1]=de,A[2]=Me,A[3]=Ot,F.clearBufferiv(F.COLOR,0,A))}else Y|=F.COLOR_BUFFER_BIT}z&&(Y|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(Y|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&F.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),G=w},this.dispose=function(){e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",he,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),O.dispose(),At.dispose(),et.dispose(),te.dispose(),Zt.dispose(),C.dispose(),dt.dispose(),X.dispose(),Ct.dispose(),Kt.dispose(),ot.dispose(),ut.dispose(),ut.removeEventListener("sessionstart",Ll),ut.removeEventListener("sessionend",Wi),hs.stop()};function qt(w){w.preventDefault(),Ea("WebGLRenderer: Context Lost."),L=!0}function he(){Ea("WebGLRenderer: Context Restored."),L=!1;let w=Ue.autoReset,z=gt.enabled,K=gt.autoUpdate,Y=gt.needsUpdate,Z=gt.type;ce(),Ue.autoReset=w,gt.enabled=z,gt.autoUpdate=K,gt.needsUpdate=Y,gt.type=Z}function Nt(w){le("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function xe(w){let z=w.target;z.removeEventListener("dispose",xe),Ze(z)}function Ze(w){Vn(w),Zt.remove(w)}function Vn(w){let z=Zt.get(w).programs;z!==void 0&&(z.forEach(function(K){ot.releaseProgram(K)}),w.isShaderMaterial&&ot.releaseShaderCache(w))}this.renderBufferDirect=function(w,z,K,Y,Z,Pt){z===null&&(z=_e);let Ft=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,It=ia(w,z,K,Y,Z);Et.setMaterial(Y,Ft);let Ot=K.index,$t=1;if(Y.wireframe===!0){if(Ot=X.getWireframeAttribute(K),Ot===void 0)return;$t=2}let de=K.drawRange,Me=K.attributes.position,Yt=de.start*$t,be=(de.start+de.count)*$t;Pt!==null&&(Yt=Math.max(Yt,Pt.start*$t),be=Math.min(be,(Pt.start+Pt.count)*$t)),Ot!==null?(Yt=Math.max(Yt,0),be=Math.min(be,Ot.count)):Me!=null&&(Yt=Math.max(Yt,0),be=Math.min(be,Me.count));let en=be-Yt;if(en<0||en===1/0)return;Ct.setup(Z,Y,It,K,Ot);let ke,Ve=nt;if(Ot!==null&&(ke=M.get(Ot),Ve=Rt,Ve.setIndex(ke)),Z.isMesh)Y.wireframe===!0?(Et.setLineWidth(Y.wireframeLinewidth*ye()),Ve.setMode(F.LINES)):Ve.setMode(F.TRIANGLES);else if(Z.isLine){let _n=Y.linewidth;_n===void 0&&(_n=1),Et.setLineWidth(_n*ye()),Z.isLineSegments?Ve.setMode(F.LINES):Z.isLineLoop?Ve.setMode(F.LINE_LOOP):Ve.setMode(F.LINE_STRIP)}else Z.isPoints?Ve.setMode(F.POINTS):Z.isSprite&&Ve.setMode(F.TRIANGLES);if(Z.isBatchedMesh)if(Xt.get("WEBGL_multi_draw"))Ve.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let _n=Z._multiDrawStarts,Ht=Z._multiDrawCounts,hn=Z._multiDrawCount,Ee=Ot?M.get(Ot).bytesPerElement:1,ds=Zt.get(Y).currentProgram.getUniforms();for(let un=0;un<hn;un++)ds.setValue(F,"_gl_DrawID",un),Ve.render(_n[un]/Ee,Ht[un])}else if(Z.isInstancedMesh)Ve.renderInstances(Yt,en,Z.count);else if(K.isInstancedBufferGeometry){let _n=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Ht=Math.min(K.instanceCount,_n);Ve.renderInstances(Yt,en,Ht)}else Ve.render(Yt,en)};function ta(w,z,K,Y){G!==null&&w.isNodeMaterial&&G.setObject(Y,w),xt===!0&&it.setState(w,K,!1),w.transparent===!0&&w.side===pi&&w.forceSinglePass===!1?(w.side=$n,w.needsUpdate=!0,Xi(w,z,Y),w.side=sr,w.needsUpdate=!0,Xi(w,z,Y),w.side=pi):Xi(w,z,Y)}this.compile=function(w,z,K=null){K===null&&(K=w),G!==null&&G.renderStart(w,z,K),T=et.get(K),T.init(z),E.push(T),K.traverseVisible(function(Z){Z.isLight&&Z.layers.test(z.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),w!==K&&w.traverseVisible(function(Z){Z.isLight&&Z.layers.test(z.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),T.setupLights(),G!==null&&G.updateLights(T.state.lightsArray),Bt=this.localClippingEnabled,xt=it.init(this.clippingPlanes,Bt),xt===!0&&it.setGlobalState(this.clippingPlanes,z),G!==null&&gt.render(T.state.shadowsArray,K,z);let Y=new Set;return w.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Pt=Z.material;if(Pt)if(Array.isArray(Pt))for(let Ft=0;Ft<Pt.length;Ft++){let It=Pt[Ft];ta(It,K,z,Z),Y.add(It)}else ta(Pt,K,z,Z),Y.add(Pt)}),T=E.pop(),G!==null&&G.renderEnd(),Y},this.compileAsync=function(w,z,K=null){let Y=this.compile(w,z,K);return new Promise(Z=>{function Pt(){if(Y.forEach(function(Ft){let Ot=Zt.get(Ft).currentProgram;(Ot===void 0||Ot.isReady())&&Y.delete(Ft)}),Y.size===0){Z(w);return}setTimeout(Pt,10)}Xt.get("KHR_parallel_shader_compile")!==null?Pt():setTimeout(Pt,10)})};let zr=null;function Fu(w){zr&&zr(w)}function Ll(){hs.stop()}function Wi(){hs.start()}let hs=new Wg;hs.setAnimationLoop(Fu),typeof self<"u"&&hs.setContext(self),this.setAnimationLoop=function(w){zr=w,ut.setAnimationLoop(w),w===null?hs.stop():hs.start()},ut.addEventListener("sessionstart",Ll),ut.addEventListener("sessionend",Wi),this.render=function(w,z){if(z!==void 0&&z.isCamera!==!0){le("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;G!==null&&G.renderStart(w,z);let K=ut.enabled===!0&&ut.isPresenting===!0,Y=B!==null&&(ct===null||K)&&B.begin(U,ct);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),ut.enabled===!0&&ut.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(ut.cameraAutoUpdate===!0&&ut.updateCamera(z),z=ut.getCamera()),w.isScene===!0&&w.onBeforeRender(U,w,z,ct),T=et.get(w,E.length),T.init(z),T.state.textureUnits=te.getTextureUnits(),E.push(T),Dt.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?vt.setFromArrayCamera(z):rt.setFromProjectionMatrix(Dt,Mi,z.reversedDepth),Bt=this.localClippingEnabled,xt=it.init(this.clippingPlanes,Bt),P=At.get(w,_.length),P.init(),_.push(P),this.info.render.frame++,ut.enabled===!0&&ut.isPresenting===!0){let Ft=U.xr.getDepthSensingMesh();Ft!==null&&us(Ft,z,-1/0,U.sortObjects)}us(w,z,0,U.sortObjects),P.finish(),G!==null&&G.updateLights(T.state.lightsArray),U.sortObjects===!0&&P.sort(Gt,re),pe=ut.enabled===!1||ut.isPresenting===!1||ut.hasDepthSensing()===!1,pe&&O.addToRenderList(P,w),this.info.autoReset===!0&&this.info.reset(),xt===!0&&it.beginShadows();let Z=T.state.shadowsArray;if(gt.render(Z,w,z),xt===!0&&it.endShadows(),(Y&&B.hasRenderPass())===!1){let Ft=P.opaque,It=P.transmissive;if(T.setupLights(),z.isArrayCamera){let Ot=z.cameras;if(It.length>0)for(let $t=0,de=Ot.length;$t<de;$t++){let Me=Ot[$t];Ri(Ft,It,w,Me)}pe&&O.render(w);for(let $t=0,de=Ot.length;$t<de;$t++){let Me=Ot[$t];ea(P,w,Me,Me.viewport)}}else It.length>0&&Ri(Ft,It,w,z),pe&&O.render(w),ea(P,w,z)}ct!==null&&k===0&&(te.updateMultisampleRenderTarget(ct),te.updateRenderTargetMipmap(ct)),Y&&B.end(U),w.isScene===!0&&w.onAfterRender(U,w,z),Ct.resetDefaultState(),$=-1,j=null,E.pop(),E.length>0?(T=E[E.length-1],te.setTextureUnits(T.state.textureUnits),xt===!0&&it.setGlobalState(U.clippingPlanes,T.state.camera)):T=null,_.pop(),_.length>0?P=_[_.length-1]:P=null,G!==null&&G.renderEnd()};function us(w,z,K,Y){if(w.visible===!1)return;if(w.layers.test(z.layers)){if(w.isGroup)K=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(z);else if(w.isLight)T.pushLight(w),w.castShadow&&T.pushShadow(w);else if(w.isSprite){let Ft=z.isArrayCamera?vt:rt;if(!w.frustumCulled||w.intersectsFrustum(Ft)){Y&&zt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Dt);let It=dt.update(w),Ot=w.material;Ot.visible&&P.push(w,It,Ot,K,zt.z,null,z)}}else if(w.isMesh||w.isLine||w.isPoints){let Ft=z.isArrayCamera?vt:rt;if(!w.frustumCulled||w.intersectsFrustum(Ft)){let It=dt.update(w),Ot=w.material;if(Y&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),zt.copy(w.boundingSphere.center)):(It.boundingSphere===null&&It.computeBoundingSphere(),zt.copy(It.boundingSphere.center)),zt.applyMatrix4(w.matrixWorld).applyMatrix4(Dt)),Array.isArray(Ot)){let $t=It.groups;for(let de=0,Me=$t.length;de<Me;de++){let Yt=$t[de],be=Ot[Yt.materialIndex];be&&be.visible&&P.push(w,It,be,K,zt.z,Yt,z)}}else Ot.visible&&P.push(w,It,Ot,K,zt.z,null,z)}}}let Pt=w.children;for(let Ft=0,It=Pt.length;Ft<It;Ft++)us(Pt[Ft],z,K,Y)}function ea(w,z,K,Y){let{opaque:Z,transmissive:Pt,transparent:Ft}=w;T.setupLightsView(K),xt===!0&&it.setGlobalState(U.clippingPlanes,K),Y&&Et.viewport(tt.copy(Y)),Z.length>0&&sn(Z,z,K),Pt.length>0&&sn(Pt,z,K),Ft.length>0&&sn(Ft,z,K),Et.buffers.depth.setTest(!0),Et.buffers.depth.setMask(!0),Et.buffers.color.setMask(!0),Et.setPolygonOffset(!1)}function Ri(w,z,K,Y){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[Y.id]===void 0){let Yt=Xt.has("EXT_color_buffer_half_float")||Xt.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[Y.id]=new hi(1,1,{generateMipmaps:!0,type:Yt?zi:Qn,minFilter:Es,samples:Math.max(4,ue.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Ae.workingColorSpace})}let Pt=T.state.transmissionRenderTarget[Y.id],Ft=Y.viewport||tt;Pt.setSize(Ft.z*U.transmissionResolutionScale,Ft.w*U.transmissionResolutionScale);let It=U.getRenderTarget(),Ot=U.getActiveCubeFace(),$t=U.getActiveMipmapLevel();U.setRenderTarget(Pt),U.getClearColor(Q),_t=U.getClearAlpha(),_t<1&&U.setClearColor(16777215,.5),U.clear(),pe&&O.render(K);let de=U.toneMapping;U.toneMapping=ns;let Me=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),T.setupLightsView(Y),xt===!0&&it.setGlobalState(U.clippingPlanes,Y),sn(w,K,Y),te.updateMultisampleRenderTarget(Pt),te.updateRenderTargetMipmap(Pt),Xt.has("WEBGL_multisampled_render_to_texture")===!1){let Yt=!1;for(let be=0,en=z.length;be<en;be++){let ke=z[be],{object:Ve,geometry:_n,material:Ht,group:hn}=ke;if(Ht.side===pi&&Ve.layers.test(Y.layers)){let Ee=Ht.side;Ht.side=$n,Ht.needsUpdate=!0,ln(Ve,K,Y,_n,Ht,hn),Ht.side=Ee,Ht.needsUpdate=!0,Yt=!0}}Yt===!0&&(te.updateMultisampleRenderTarget(Pt),te.updateRenderTargetMipmap(Pt))}U.setRenderTarget(It,Ot,$t),U.setClearColor(Q,_t),Me!==void 0&&(Y.viewport=Me),U.toneMapping=de}function sn(w,z,K){let Y=z.isScene===!0?z.overrideMaterial:null;for(let Z=0,Pt=w.length;Z<Pt;Z++){let Ft=w[Z],{object:It,geometry:Ot,group:$t}=Ft,de=Ft.material;de.allowOverride===!0&&Y!==null&&(de=Y),It.layers.test(K.layers)&&ln(It,z,K,Ot,de,$t)}}function ln(w,z,K,Y,Z,Pt){G!==null&&Z.isNodeMaterial&&G.setObject(w,Z),w.onBeforeRender(U,z,K,Y,Z,Pt),w.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),Z.onBeforeRender(U,z,K,Y,w,Pt),Z.transparent===!0&&Z.side===pi&&Z.forceSinglePass===!1?(Z.side=$n,Z.needsUpdate=!0,U.renderBufferDirect(K,z,Y,Z,w,Pt),Z.side=sr,Z.needsUpdate=!0,U.renderBufferDirect(K,z,Y,Z,w,Pt),Z.side=pi):U.renderBufferDirect(K,z,Y,Z,w,Pt),w.onAfterRender(U,z,K,Y,Z,Pt)}function cn(w){let z=0;for(let K of w)K.texture!==null&&z++;return z}function Xi(w,z,K){z.isScene!==!0&&(z=_e);let Y=Zt.get(w),Z=T.state.lights,Pt=T.state.shadowsArray,Ft=Z.state.version,It=ot.getParameters(w,Z.state,Pt,z,K,T.state.lightProbeGridArray),Ot=ot.getProgramCacheKey(It),$t=Y.programs;Y.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?z.environment:null,Y.fog=z.fog;let de=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;Y.envMap=C.get(w.envMap||Y.environment,de),Y.envMapRotation=Y.environment!==null&&w.envMap===null?z.environmentRotation:w.envMapRotation,$t===void 0&&(w.addEventListener("dispose",xe),$t=new Map,Y.programs=$t,Y.programVariants=new Map);let Me=$t.get(Ot);if(Me!==void 0){if(Y.currentProgram===Me&&Y.lightsStateVersion===Ft)return na(w,It),Me}else It.uniforms=ot.getUniforms(w),G!==null&&w.isNodeMaterial&&G.build(w,K,It),w.onBeforeCompile(It,U),Me=ot.acquireProgram(It,Ot),$t.set(Ot,Me),Y.uniforms=It.uniforms;let Yt=Y.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Yt.clippingPlanes=it.uniform),na(w,It),Y.needsLights=Us(w),Y.lightsStateVersion=Ft,Y.needsLights&&(Yt.ambientLightColor.value=Z.state.ambient,Yt.lightProbe.value=Z.state.probe,Yt.sunLights.value=Z.state.sun,Yt.sunLightShadows.value=Z.state.sunShadow,Yt.directionalLights.value=Z.state.directional,Yt.directionalLightShadows.value=Z.state.directionalShadow,Yt.spotLights.value=Z.state.spot,Yt.spotLightShadows.value=Z.state.spotShadow,Yt.rectAreaLights.value=Z.state.rectArea,Yt.ltc_1.value=Z.state.rectAreaLTC1,Yt.ltc_2.value=Z.state.rectAreaLTC2,Yt.pointLights.value=Z.state.point,Yt.pointLightShadows.value=Z.state.pointShadow,Yt.hemisphereLights.value=Z.state.hemi,Yt.sunShadowMatrix.value=Z.state.sunShadowMatrix,Yt.sunShadowCascade.value=Z.state.sunShadowCascade,Yt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Yt.spotLightMatrix.value=Z.state.spotLightMatrix,Yt.spotLightMap.value=Z.state.spotLightMap,Yt.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=cn(T.state.lightProbeGridArray),Y.currentProgram=Me,Y.uniformsList=null,Me}function ni(w,z,K,Y,Z){let Pt=Zt.get(w),Ft=Pt.currentProgram.id+","+Y+","+Z,It=Pt.programVariants.get(Ft);return It===void 0?(It=Xi(w,z,K),Pt.programVariants.set(Ft,It)):(Pt.currentProgram=It,Pt.uniformsList=null,Pt.outputColorSpace=Y,Pt.toneMapping=Z),It}function Ns(w){if(w.uniformsList===null){let z=w.currentProgram.getUniforms();w.uniformsList=No.seqWithValue(z.seq,w.uniforms)}return w.uniformsList}function na(w,z){let K=Zt.get(w);K.outputColorSpace=z.outputColorSpace,K.batching=z.batching,K.batchingColor=z.batchingColor,K.instancing=z.instancing,K.instancingColor=z.instancingColor,K.instancingMorph=z.instancingMorph,K.skinning=z.skinning,K.morphTargets=z.morphTargets,K.morphNormals=z.morphNormals,K.morphColors=z.morphColors,K.morphTargetsCount=z.morphTargetsCount,K.numClippingPlanes=z.numClippingPlanes,K.numIntersection=z.numClipIntersection,K.vertexAlphas=z.vertexAlphas,K.vertexTangents=z.vertexTangents,K.toneMapping=z.toneMapping}function ia(w,z,K,Y,Z){z.isScene!==!0&&(z=_e),te.resetTextureUnits();let Pt=z.fog,Ft=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?z.environment:null,It=ct===null?U.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:Ae.workingColorSpace,Ot=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,$t=C.get(Y.envMap||Ft,Ot),de=Y.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,Me=!!K.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Yt=!!K.morphAttributes.position,be=!!K.morphAttributes.normal,en=!!K.morphAttributes.color,ke=ns;Y.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(ke=U.toneMapping);let Ve=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,_n=Ve!==void 0?Ve.length:0,Ht=Zt.get(Y),hn=T.state.lights;if(xt===!0&&(Bt===!0||w!==j)){let Ge=w===j&&Y.id===$;it.setState(Y,w,Ge)}let Ee=!1,ds=!1;Y.version===Ht.__version?Ht.needsLights&&Ht.lightsStateVersion!==hn.state.version||Z.isBatchedMesh&&Ht.batching===!1||!Z.isBatchedMesh&&Ht.batching===!0||Z.isBatchedMesh&&Ht.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ht.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ht.instancing===!1||!Z.isInstancedMesh&&Ht.instancing===!0||Z.isSkinnedMesh&&Ht.skinning===!1||!Z.isSkinnedMesh&&Ht.skinning===!0||Z.isInstancedMesh&&Ht.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ht.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ht.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ht.instancingMorph===!1&&Z.morphTexture!==null||Ht.envMap!==$t||Y.fog===!0&&Ht.fog!==Pt||Ht.numClippingPlanes!==void 0&&(Ht.numClippingPlanes!==it.numPlanes||Ht.numIntersection!==it.numIntersection)||Ht.vertexAlphas!==de||Ht.vertexTangents!==Me||Ht.morphTargets!==Yt||Ht.morphNormals!==be||Ht.morphColors!==en||Ht.morphTargetsCount!==_n||Ht.numLightProbeGrids!==cn(T.state.lightProbeGridArray)?Ee=!0:(Ht.outputColorSpace!==It||Ht.toneMapping!==ke)&&(ds=!0):(Ee=!0,Ht.__version=Y.version);let un=Ht.currentProgram;(Ee===!0||ds===!0)&&(un=ds===!0?ni(Y,z,Z,It,ke):Xi(Y,z,Z),G&&Y.isNodeMaterial&&G.onUpdateProgram(Y,un,Ht));let Gr=!1,qi=!1,fs=!1,ve=un.getUniforms(),rn=Ht.uniforms;if(Et.useProgram(un.program)&&(Gr=!0,qi=!0,fs=!0),Y.id!==$&&($=Y.id,qi=!0),Gr||j!==w){Et.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),ve.setValue(F,"projectionMatrix",w.projectionMatrix),ve.setValue(F,"viewMatrix",w.matrixWorldInverse);let dn=ve.map.cameraPosition;dn!==void 0&&dn.setValue(F,ie.setFromMatrixPosition(w.matrixWorld)),ue.logarithmicDepthBuffer&&ve.setValue(F,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&ve.setValue(F,"isOrthographic",w.isOrthographicCamera===!0),j!==w&&(j=w,qi=!0,fs=!0)}if(Ht.needsLights&&(hn.state.sunShadowMap.length>0&&ve.setValue(F,"sunShadowMap",hn.state.sunShadowMap,te),hn.state.directionalShadowMap.length>0&&ve.setValue(F,"directionalShadowMap",hn.state.directionalShadowMap,te),hn.state.spotShadowMap.length>0&&ve.setValue(F,"spotShadowMap",hn.state.spotShadowMap,te),hn.state.pointShadowMap.length>0&&ve.setValue(F,"pointShadowMap",hn.state.pointShadowMap,te)),Z.isSkinnedMesh){ve.setOptional(F,Z,"bindMatrix"),ve.setOptional(F,Z,"bindMatrixInverse");let Ge=Z.skeleton;Ge&&(Ge.boneTexture===null&&Ge.computeBoneTexture(),ve.setValue(F,"boneTexture",Ge.boneTexture,te))}Z.isBatchedMesh&&(ve.setOptional(F,Z,"batchingTexture"),ve.setValue(F,"batchingTexture",Z._matricesTexture,te),ve.setOptional(F,Z,"batchingIdTexture"),ve.setValue(F,"batchingIdTexture",Z._indirectTexture,te),ve.setOptional(F,Z,"batchingColorTexture"),Z._colorsTexture!==null&&ve.setValue(F,"batchingColorTexture",Z._colorsTexture,te));let Gn=K.morphAttributes;if((Gn.position!==void 0||Gn.normal!==void 0||Gn.color!==void 0)&&st.update(Z,K,un),(qi||Ht.receiveShadow!==Z.receiveShadow)&&(Ht.receiveShadow=Z.receiveShadow,ve.setValue(F,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&z.environment!==null&&(rn.envMapIntensity.value=z.environmentIntensity),rn.dfgLUT!==void 0&&(rn.dfgLUT.value=qw()),qi){if(ve.setValue(F,"toneMappingExposure",U.toneMappingExposure),Ht.needsLights&&kr(rn,fs),Pt&&Y.fog===!0&&bt.refreshFogUniforms(rn,Pt),bt.refreshMaterialUniforms(rn,Y,wt,Lt,T.state.transmissionRenderTarget[w.id]),Ht.needsLights&&Ht.numLightProbeGrids>0){let Ge=v,dn=0;for(let Fn of T.state.lightProbeGridArray)Fn.texture!==null&&(Ge.textures[dn]=Fn.texture,Ge.min[dn]=Fn.boundingBox.min,Ge.max[dn]=Fn.boundingBox.max,Ge.resolution[dn]=Fn.resolution,dn++);for(let Fn in Ge)Ge[Fn].length=dn;rn.probesSH.value=Ge.textures,rn.probesMin.value=Ge.min,rn.probesMax.value=Ge.max,rn.probesResolution.value=Ge.resolution}No.upload(F,Ns(Ht),rn,te)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(No.upload(F,Ns(Ht),rn,te),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&ve.setValue(F,"center",Z.center),ve.setValue(F,"modelViewMatrix",Z.modelViewMatrix),ve.setValue(F,"normalMatrix",Z.normalMatrix),ve.setValue(F,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Ge=Y.uniformsGroups;for(let dn=0,Fn=Ge.length;dn<Fn;dn++){let Dl=Ge[dn];Kt.update(Dl,un),Kt.bind(Dl,un)}}return un}function kr(w,z){w.ambientLightColor.needsUpdate=z,w.lightProbe.needsUpdate=z,w.sunLights.needsUpdate=z,w.sunLightShadows.needsUpdate=z,w.directionalLights.needsUpdate=z,w.directionalLightShadows.needsUpdate=z,w.pointLights.needsUpdate=z,w.pointLightShadows.needsUpdate=z,w.spotLights.needsUpdate=z,w.spotLightShadows.needsUpdate=z,w.rectAreaLights.needsUpdate=z,w.hemisphereLights.needsUpdate=z}function Us(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return k},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(w,z,K){let Y=Zt.get(w);Y.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Zt.get(w.texture).__webglTexture=z,Zt.get(w.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:K,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,z){let K=Zt.get(w);K.__webglFramebuffer=z,K.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(w,z=0,K=0){ct=w,q=z,k=K;let Y=null,Z=!1,Pt=!1;if(w){let It=Zt.get(w);if(It.__useDefaultFramebuffer!==void 0){Et.bindFramebuffer(F.FRAMEBUFFER,It.__webglFramebuffer),tt.copy(w.viewport),ft.copy(w.scissor),ht=w.scissorTest,Et.viewport(tt),Et.scissor(ft),Et.setScissorTest(ht),$=-1;return}else if(It.__webglFramebuffer===void 0)te.setupRenderTarget(w);else if(It.__hasExternalTextures)te.rebindTextures(w,Zt.get(w.texture).__webglTexture,Zt.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let de=w.depthTexture;if(It.__boundDepthTexture!==de){if(de!==null&&Zt.has(de)&&(w.width!==de.image.width||w.height!==de.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");te.setupDepthRenderbuffer(w)}}let Ot=w.texture;(Ot.isData3DTexture||Ot.isDataArrayTexture||Ot.isCompressedArrayTexture)&&(Pt=!0);let $t=Zt.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray($t[z])?Y=$t[z][K]:Y=$t[z],Z=!0):w.samples>0&&te.useMultisampledRTT(w)===!1?Y=Zt.get(w).__webglMultisampledFramebuffer:Array.isArray($t)?Y=$t[K]:Y=$t,tt.copy(w.viewport),ft.copy(w.scissor),ht=w.scissorTest}else tt.copy(Jt).multiplyScalar(wt).floor(),ft.copy(oe).multiplyScalar(wt).floor(),ht=se;if(K!==0&&(Y=W),Et.bindFramebuffer(F.FRAMEBUFFER,Y)&&Et.drawBuffers(w,Y),Et.viewport(tt),Et.scissor(ft),Et.setScissorTest(ht),Z){let It=Zt.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+z,It.__webglTexture,K)}else if(Pt){let It=z;for(let Ot=0;Ot<w.textures.length;Ot++){let $t=Zt.get(w.textures[Ot]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ot,$t.__webglTexture,K,It)}}else if(w!==null&&K!==0){let It=Zt.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,It.__webglTexture,K)}$=-1};function Vr(w){let z=Zt.get(w);return(z.__readFormat!==w.format||z.__readType!==w.type)&&(z.__readFormat=w.format,z.__readType=w.type,z.__formatReadable=ue.textureFormatReadable(w.format),z.__typeReadable=ue.textureTypeReadable(w.type)),z}this.readRenderTargetPixels=function(w,z,K,Y,Z,Pt,Ft,It=0){if(!(w&&w.isWebGLRenderTarget)){le("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ot=Zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);try{let $t=w.textures[It],de=$t.format,Me=$t.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=Vr($t);if(Yt.__formatReadable===!1){le("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Yt.__typeReadable===!1){le("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=w.width-Y&&K>=0&&K<=w.height-Z&&F.readPixels(z,K,Y,Z,St.convert(de),St.convert(Me),Pt)}finally{let $t=ct!==null?Zt.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,$t)}}},this.readRenderTargetPixelsAsync=async function(w,z,K,Y,Z,Pt,Ft,It=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ot=Zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot)if(z>=0&&z<=w.width-Y&&K>=0&&K<=w.height-Z){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);let $t=w.textures[It],de=$t.format,Me=$t.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=Vr($t);if(Yt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Yt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let be=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,be),F.bufferData(F.PIXEL_PACK_BUFFER,Pt.byteLength,F.STREAM_READ),F.readPixels(z,K,Y,Z,St.convert(de),St.convert(Me),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let en=ct!==null?Zt.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,en);let ke=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await pg(F,ke,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,be),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Pt),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(be),F.deleteSync(ke),Pt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,z=null,K=0){let Y=Math.pow(2,-K),Z=Math.floor(w.image.width*Y),Pt=Math.floor(w.image.height*Y),Ft=z!==null?z.x:0,It=z!==null?z.y:0;te.setTexture2D(w,0),F.copyTexSubImage2D(F.TEXTURE_2D,K,0,0,Ft,It,Z,Pt),Et.unbindTexture()},this.copyTextureToTexture=function(w,z,K=null,Y=null,Z=0,Pt=0){let Ft,It,Ot,$t,de,Me,Yt,be,en,ke=w.isCompressedTexture?w.mipmaps[Pt]:w.image;if(K!==null)Ft=K.max.x-K.min.x,It=K.max.y-K.min.y,Ot=K.isBox3?K.max.z-K.min.z:1,$t=K.min.x,de=K.min.y,Me=K.isBox3?K.min.z:0;else{let ve=Math.pow(2,-Z);Ft=Math.floor(ke.width*ve),It=Math.floor(ke.height*ve),w.isDataArrayTexture?Ot=ke.depth:w.isData3DTexture?Ot=Math.floor(ke.depth*ve):Ot=1,$t=0,de=0,Me=0}Y!==null?(Yt=Y.x,be=Y.y,en=Y.z):(Yt=0,be=0,en=0);let Ve=St.convert(z.format),_n=St.convert(z.type),Ht;z.isData3DTexture?(te.setTexture3D(z,0),Ht=F.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(te.setTexture2DArray(z,0),Ht=F.TEXTURE_2D_ARRAY):(te.setTexture2D(z,0),Ht=F.TEXTURE_2D),Et.activeTexture(F.TEXTURE0),Et.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,z.flipY),Et.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),Et.pixelStorei(F.UNPACK_ALIGNMENT,z.unpackAlignment);let hn=Et.getParameter(F.UNPACK_ROW_LENGTH),Ee=Et.getParameter(F.UNPACK_IMAGE_HEIGHT),ds=Et.getParameter(F.UNPACK_SKIP_PIXELS),un=Et.getParameter(F.UNPACK_SKIP_ROWS),Gr=Et.getParameter(F.UNPACK_SKIP_IMAGES);Et.pixelStorei(F.UNPACK_ROW_LENGTH,ke.width),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,ke.height),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,$t),Et.pixelStorei(F.UNPACK_SKIP_ROWS,de),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,Me);let qi=w.isDataArrayTexture||w.isData3DTexture,fs=z.isDataArrayTexture||z.isData3DTexture;if(w.isDepthTexture){let ve=Zt.get(w),rn=Zt.get(z),Gn=Zt.get(ve.__renderTarget),Ge=Zt.get(rn.__renderTarget);Et.bindFramebuffer(F.READ_FRAMEBUFFER,Gn.__webglFramebuffer),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ge.__webglFramebuffer);for(let dn=0;dn<Ot;dn++)qi&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Zt.get(w).__webglTexture,Z,Me+dn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Zt.get(z).__webglTexture,Pt,en+dn)),F.blitFramebuffer($t,de,$t+Ft,de+It,Yt,be,Yt+Ft,be+It,F.DEPTH_BUFFER_BIT,F.NEAREST);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(Z!==0||w.isRenderTargetTexture||Zt.has(w)){let ve=Zt.get(w),rn=Zt.get(z);Et.bindFramebuffer(F.READ_FRAMEBUFFER,D),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,V);for(let Gn=0;Gn<Ot;Gn++)qi?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ve.__webglTexture,Z,Me+Gn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ve.__webglTexture,Z),fs?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,rn.__webglTexture,Pt,en+Gn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,rn.__webglTexture,Pt),Z!==0?F.blitFramebuffer($t,de,$t+Ft,de+It,Yt,be,Yt+Ft,be+It,F.COLOR_BUFFER_BIT,F.NEAREST):fs?F.copyTexSubImage3D(Ht,Pt,Yt,be,en+Gn,$t,de,Ft,It):F.copyTexSubImage2D(Ht,Pt,Yt,be,$t,de,Ft,It);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else fs?w.isDataTexture||w.isData3DTexture?F.texSubImage3D(Ht,Pt,Yt,be,en,Ft,It,Ot,Ve,_n,ke.data):z.isCompressedArrayTexture?F.compressedTexSubImage3D(Ht,Pt,Yt,be,en,Ft,It,Ot,Ve,ke.data):F.texSubImage3D(Ht,Pt,Yt,be,en,Ft,It,Ot,Ve,_n,ke):w.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,be,Ft,It,Ve,_n,ke.data):w.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Pt,Yt,be,ke.width,ke.height,Ve,ke.data):F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,be,Ft,It,Ve,_n,ke);Et.pixelStorei(F.UNPACK_ROW_LENGTH,hn),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ee),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,ds),Et.pixelStorei(F.UNPACK_SKIP_ROWS,un),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,Gr),Pt===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&F.generateMipmap(Ht),Et.unbindTexture()},this.initRenderTarget=function(w){Zt.get(w).__webglFramebuffer===void 0&&te.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?te.setTextureCube(w,0):w.isData3DTexture?te.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?te.setTexture2DArray(w,0):te.setTexture2D(w,0),Et.unbindTexture()},this.resetState=function(){q=0,k=0,ct=null,Et.reset(),Ct.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Mi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Ae._getDrawingBufferColorSpace(t),e.unpackColorSpace=Ae._getUnpackColorSpace()}};var Fo=class{constructor(t,e="",n=t.bodies.length){this.times=t.arrays[`${e}times`],this.count=this.times.length,this.bodies=n,this.shifts=t.arrays[`${e}positions`],this.turns=t.arrays[`${e}turns`],this.start=this.times[0],this.end=this.times[this.count-1]}set(t,e,n){this.times[0]=t,this.count=1,this.start=t,this.end=t,this.shifts.set(e),this.turns.set(n)}place(t){let e=0,n=this.count-1;for(;e<n;){let o=e+n+1>>1;this.times[o]<=t?e=o:n=o-1}if(e===this.count-1)return{frame:e,part:0};let s=this.times[e+1]-this.times[e],r=s>0?(t-this.times[e])/s:0;return{frame:e,part:Math.min(Math.max(r,0),1)}}nearest(t){let{frame:e,part:n}=this.place(t);return n>.5?e+1:e}position(t,e,n=new R){let s=3*(e.frame*this.bodies+t);return n.fromArray(this.shifts,s),e.part>0&&n.lerp(Yw.fromArray(this.shifts,s+3*this.bodies),e.part),n}turn(t,e,n=new Oe){let s=4*(e.frame*this.bodies+t);return e0(this.turns,s,n),e.part>0&&n.slerp(e0(this.turns,s+4*this.bodies,Zw),e.part),n.normalize()}},Yw=new R,Zw=new Oe;function e0(i,t,e){return e.set(i[t+1],i[t+2],i[t+3],i[t])}function xl(i,t,e,n,s,r){let o=e.frame*t+n;for(let a=0;a<s;a+=1){let l=i[o+a];e.part>0&&(l+=e.part*(i[o+t+a]-l)),r[a]=l}return r}var $w=25,Jw=40,Vh=class{constructor(t,e,n){Object.assign(this,{live:t.live,clock:e,view:n,failed:0,ending:!1,running:!0}),this.values=this.live.efforts.map(s=>s.value),this.exchanges=0;for(let s of[...n.traces.lines.keys()])n.traces.toggle(s);this.node=this.build(),n.app.classList.add("live"),n.app.querySelector(".timeline").replaceWith(this.node),n.resize(),n.update(),this.exchange()}build(){return this.time=lt("span",{class:"now",text:"\u2013"}),this.sliders=this.live.efforts.map((t,e)=>this.slider(t,e)),this.stop=Ce("End","End the run",()=>{this.ending=!0}),lt("footer",{class:"timeline steering"},this.time,lt("div",{class:"sliders"},...this.sliders.map(({row:t})=>t)),Ce("Zero","All efforts to zero",()=>this.zero()),this.stop)}slider(t,e){let n=lt("output",{class:"value"}),s=lt("input",{type:"range",min:t.low,max:t.high,step:"any",class:"effort","aria-label":t.name,title:"Double-click for zero",oninput:()=>this.steer(e,Number(s.value)),ondblclick:()=>this.steer(e,0)}),r=lt("label",{class:"steered"},lt("span",{class:"name",text:t.name}),s,n),o=a=>{s.value=String(a),n.textContent=`${Ki(a,3)} ${vi(t.unit)}`};return o(t.value),{row:r,show:o}}steer(t,e){let{low:n,high:s}=this.live.efforts[t];this.values[t]=Math.min(Math.max(e,n),s),this.sliders[t].show(this.values[t])}zero(){this.values.forEach((t,e)=>this.steer(e,0))}async exchange(){try{let t=await fetch(this.live.address,{method:"POST",mode:"same-origin",cache:"no-store",body:JSON.stringify({efforts:this.values,end:this.ending})});if(!t.ok)throw new Error(t.statusText);this.show(await t.json()),this.failed=0}catch{this.failed+=1}this.running&&this.failed<Jw?setTimeout(()=>this.exchange(),$w):this.finish()}show({running:t,t:e,positions:n,turns:s}){this.exchanges+=1,this.running=t,e!==void 0&&(this.clock.motion.set(e,n,s),this.time.textContent=`${e.toFixed(2)} s`,this.clock.seek(e))}finish(){this.running=!1,this.time.textContent+=" \u2013 the run is over";for(let t of this.node.querySelectorAll("input, button"))t.disabled=!0}state(){return{values:[...this.values],running:this.running,exchanges:this.exchanges}}};var vf=["#5b84b1","#d1995b","#6ba08a","#b9706a","#8a7bb0","#7f9a5f","#b0879b","#5b9fad","#9a8a6c","#6f7d8c"],or="#9aa3ad",Pr="#4b5560",Ir="#7d8893",n0="#55606b",Gh="#343a41",i0="#41464c",Sf=["#c8322b","#16834a","#1f6feb"];function Oo(i){return vf[(i-1+vf.length)%vf.length]}function Bo(i,t){return i&&(i.startsWith("#")||i in ee.NAMES)?i:t}function Mf(i,t){return new ee(i).lerp(new ee("#ffffff"),t)}function ss(i){return i.rotateX(Math.PI/2)}function Ei(i){let t=i.axes??[1,0,0,0,1,0,0,0,1],e=i.at??[0,0,0];return new Qt().set(t[0],t[1],t[2],e[0],t[3],t[4],t[5],e[1],t[6],t[7],t[8],e[2],0,0,0,1)}var Kw=[10,14,20,28,40,64,96];function Rs(i,{size:t,bodies:e}){let n=e.length>40,s=(n?10:16)+280*i/(t*(n?e.length/40:1));return Kw.find(r=>r>=.9*s)??96}var s0={box:()=>new $s(1,1,1),ball:i=>new Ks(1,i,Math.round(.6*i)),rod:i=>ss(new Oi(1,1,1,i)),tube:i=>ss(new Oi(1,1,1,i,1,!0)),cap:i=>ss(new Ks(1,i,Math.max(Math.round(i/5),2),0,2*Math.PI,0,Math.PI/2))};function yl(i,t,e){let n=t>6?()=>s0[i](Math.max(Math.round(.55*t),6)):null;return{key:`${i} ${t}`,make:()=>s0[i](t),coarse:n,local:e}}var vl=(i,t,e)=>new Qt().makeScale(i,t,e),Sl=(i,t,e)=>[yl("box",0,vl(i,t,e))],Ml=(i,t)=>[yl("ball",t,vl(i,i,i))],ti=(i,t,e)=>[yl("rod",e,vl(i,i,t))];function jw(i,t,e){let n=[1,-1].map(s=>new Qt().makeTranslation(0,0,s*t/2).multiply(vl(i,s*i,s*i)));return[yl("tube",e,vl(i,i,t)),...n.map(s=>yl("cap",e,s))]}var Ps=(i,t)=>[{key:i,make:t,coarse:null,local:new Qt}],Is=(i,t,e,n)=>i.map(s=>({...s,local:new Qt().makeTranslation(t,e,n).multiply(s.local)})),zo=(i,t)=>i.map(e=>({...e,local:t.clone().multiply(e.local)})),Qw={box:i=>Sl(...i.size),sphere:(i,t)=>Ml(i.radius,Rs(i.radius,t)),cylinder:(i,t)=>ti(i.radius,i.length,Rs(i.radius,t)),capsule:(i,t)=>jw(i.radius,i.length,Rs(i.radius,t)),plate:i=>Ps(`plate ${JSON.stringify([i.outline,i.round,i.length])}`,()=>t1(i)),mesh:(i,{arrays:t})=>Ps(i.mesh,()=>e1(t[`${i.mesh}.vertices`],t[`${i.mesh}.faces`]))};function Hh(i,t){return Qw[i.kind](i,t)}function t1({outline:i,round:t,length:e}){let n=new wo,s=i.length;for(let a=0;a<s;a+=1){let[l,c,h]=[i[(a+s-1)%s],i[a],i[(a+1)%s]],u=Math.atan2(c[1]-l[1],c[0]-l[0])-Math.PI/2,d=Math.atan2(h[1]-c[1],h[0]-c[0])-Math.PI/2;n.absarc(c[0],c[1],t,u,d,!1)}n.closePath();let r=.12*e;return new Xa(n,{depth:e-2*r,bevelSize:r,bevelOffset:-r,bevelThickness:r,bevelSegments:2,curveSegments:10}).translate(0,0,r-e/2)}function e1(i,t){let e=new Ye;e.setAttribute("position",new qe(new Float32Array(i),3)),e.setIndex(new qe(Uint32Array.from(t),1));let n=e.toNonIndexed();return n.computeVertexNormals(),n}var n1=new R(0,0,1),a0=9;function i1(i){let t=ss(new Oi(1,1,1,8,i?2*a0:1,!0)).toNonIndexed();return t.translate(0,0,.5),t}function s1(i,t,e){let n=e?2*a0:1,s=i.attributes.position,[r,o]=[new ee(t),Mf(t,.8)],a=new Float32Array(3*s.count);for(let l=0;l<s.count;l+=3){let c=(s.getZ(l)+s.getZ(l+1)+s.getZ(l+2))/3,h=Math.floor(c*n);for(let u=0;u<3;u+=1)(h%2?o:r).toArray(a,3*(l+u))}i.setAttribute("color",new qe(a,3))}var r1=()=>ss(new Ua(1,1,12)).translate(0,0,-.5),Wh=class{constructor(t,e,n,s,r,o){Object.assign(this,{kind:t,loose:e,heads:n,thickness:s,used:0,coarse:!1,noted:null,longest:0}),this.lengths=new Float64Array(r),this.shafts=this.pair(i1(e),{vertexColors:!0},r,o),this.tips=this.pair(r1(),{},n*r,o)}setPalette(t){let e=t.arrows[this.kind];s1(this.shafts.plain.geometry,e,this.loose);let n=this.loose?Mf(e,.25):new ee(e);for(let s of[this.tips.plain,this.tips.ghost])s.material.color.copy(n)}pair(t,e,n,s){let r=new Ys(t,new bs({toneMapped:!1,...e}),n),o={transparent:!0,opacity:.3,depthFunc:mo,depthWrite:!1},a=new Ys(t,new bs({toneMapped:!1,...e,...o}),n);a.instanceMatrix=r.instanceMatrix;for(let l of[r,a])l.frustumCulled=!1,s.add(l);return{plain:r,ghost:a}}setCoarse(t){this.coarse=t;for(let{plain:e,ghost:n}of[this.shafts,this.tips])n.visible=e.visible&&!t}set(t,e,n,s){let r=n.length()*s,o=this.thickness,a=r>.6*o;if(this.lengths[t]=a?r:0,!a)return;this.noted?.push(wf.copy(e).addScaledVector(n,s*Math.min(1,this.longest/r)).clone());let l=this.used;this.used+=1;let c=Math.min(4.6*o,.8*r/this.heads);bf.copy(n).normalize(),Ef.setFromUnitVectors(n1,bf),this.shafts.plain.setMatrixAt(l,o0.compose(e,Ef,r0.set(o,o,Math.max(r-c,1e-9))));for(let h=0;h<this.heads;h+=1)wf.copy(e).addScaledVector(bf,r-.62*c*h),this.tips.plain.setMatrixAt(this.heads*l+h,o0.compose(wf,Ef,r0.set(2.3*o,2.3*o,c)))}done(){for(let[{plain:t,ghost:e},n]of[[this.shafts,1],[this.tips,this.heads]]){for(let s of[t,e])s.visible=this.used>0&&!(this.coarse&&s===e),s.count=n*this.used;t.instanceMatrix.needsUpdate=!0}this.used=0}},bf=new R,wf=new R,r0=new R,Ef=new Oe,o0=new Qt;function Ai(i,t,e=new R){return e.copy(t).applyQuaternion(i.quaternion).add(i.position)}var ko=class{constructor(t){let e=new Qt().copy(Ei(t));this.at=new R,this.turn=new Oe,e.decompose(this.at,this.turn,new R)}point(t,e=new R){return Ai(t,this.at,e)}vector(t,e,n=new R){return n.fromArray(e).applyQuaternion(this.turn).applyQuaternion(t.quaternion)}};var Tf=[{key:"reactionForces",text:"Reaction forces",color:"force",largest:"reactions.force"},{key:"reactionMoments",text:"Reaction moments",color:"moment",largest:"reactions.moment"},{key:"efforts",text:"Drive and joint forces",color:"effort",largest:"efforts"},{key:"acting",text:"Springs, wheels, loads",color:"acting",largest:"acting"}],qh=class{constructor(t,e,n){this.scene=t,this.bodies=e,this.factor=1,this.on={reactionForces:!0,reactionMoments:!1,efforts:!0,acting:!1},this.frames=t.joints.map(c=>new ko(c.onChild)),this.up=new R().fromArray(t.up),this.width=Math.max(.24*t.radius,.0024*t.size);let s=(c,h,u,d)=>new Wh(c,h,u,this.width,d,n),r=t.joints.length;this.sets={force:s("force",!1,1,r),looseForce:s("force",!0,1,r),moment:s("moment",!1,2,r),looseMoment:s("moment",!0,2,r),effortForce:s("effort",!1,1,r),effortMoment:s("effort",!1,2,r),acting:s("acting",!1,1,t.acting.length),turning:s("acting",!1,2,t.turning.length)};let{largest:o}=t,a=.26*t.size,l=(...c)=>a/(Math.max(...c.map(h=>o[h]??0))||1/0);this.perForce=l("reactions.force","efforts.force","acting.force"),this.perMoment=l("reactions.moment","efforts.moment","acting.moment"),this.present=Tf.filter(({largest:c})=>Object.keys(o).some(h=>h.startsWith(c)&&o[h]>0))}load(t,e,n){let s=this.row(t,e,n,[]);return{force:s.slice(0,3),moment:s.slice(3)}}row(t,e,n,s){let r=this.scene.arrays[t];return r?xl(r,6*this.scene.joints.length,n,6*e,6,s):s.fill(0,0,6)}update(t){let e=this.perForce*this.factor,n=this.perMoment*this.factor,{sets:s,on:r}=this;this.scene.joints.forEach((o,a)=>{let l=this.bodies[o.child];this.frames[a].point(l,bl),this.row("reactions",a,t,Xh),this.put(s.force,a,l,Vo(o.unique[0],0,!0),r.reactionForces?e:0),this.put(s.looseForce,a,l,Vo(o.unique[0],0,!1),r.reactionForces?e:0),this.put(s.moment,a,l,Vo(o.unique[1],3,!0),r.reactionMoments?n:0),this.put(s.looseMoment,a,l,Vo(o.unique[1],3,!1),r.reactionMoments?n:0),this.row("efforts",a,t,Xh),this.put(s.effortForce,a,l,Vo(l0,0,!0),r.efforts?e:0),this.put(s.effortMoment,a,l,Vo(l0,3,!0),r.efforts?n:0)}),this.updateActing("acting",t,r.acting?e:0),this.updateActing("turning",t,r.acting?n:0);for(let o of Object.values(s))o.done()}tips(t){let e=[],n=.35*this.scene.size*this.factor;for(let s of Object.values(this.sets))Object.assign(s,{noted:e,longest:n});this.update(t);for(let s of Object.values(this.sets))s.noted=null;return e}put(t,e,n,s,r){t.set(e,bl,this.frames[e].vector(n,s,Af),r)}updateActing(t,e,n){let s=this.scene[t];s.forEach((r,o)=>{Af.fromArray(xl(this.scene.arrays[t],3*s.length,e,3*o,3,Xh)),Ai(this.bodies[r.body],bl.fromArray(r.at),bl).addScaledVector(this.up,-r.below),this.sets[t].set(o,bl,Af,n)})}setPalette(t){for(let e of Object.values(this.sets))e.setPalette(t)}setCoarse(t){for(let e of Object.values(this.sets))e.setCoarse(t)}state(){let{force:t,looseForce:e,moment:n,looseMoment:s,effortForce:r,effortMoment:o}=this.sets;return Object.fromEntries(this.scene.joints.map((a,l)=>[a.name,{force:t.lengths[l],looseForce:e.lengths[l],moment:n.lengths[l],looseMoment:s.lengths[l],effort:Math.max(r.lengths[l],o.lengths[l])}]))}},l0=[!0,!0,!0],Xh=[0,0,0,0,0,0],c0=[0,0,0],bl=new R,Af=new R;function Vo(i,t,e){for(let n=0;n<3;n+=1)c0[n]=i[n]===e?Xh[t+n]:0;return c0}function Cf(i,t={}){return new $a({color:i,roughness:.55,metalness:.1,...t})}function Rf(i,t,e={}){let n=new mn(i,Cf(t,e));return n.castShadow=!e.transparent,n.receiveShadow=!0,n}var o1=new ee("#1f6feb"),a1={transparent:!0,opacity:.32,depthWrite:!1},l1={transparent:!1,opacity:1,depthWrite:!0},c1={ground:{},bodies:{},joints:{},marks:{},axes:{},glass:{transparent:!0,opacity:.35},ghost:{transparent:!0,opacity:.3,depthWrite:!1}},h1=["marks","axes","glass","ghost"],Zh=class{constructor(t){this.world=t,this.lists=new Map,this.meshes=[],this.materials=Object.fromEntries(Object.entries(c1).map(([e,n])=>[e,Cf("#ffffff",n)]))}add(t,e,n,{pose:s=null,layer:r="bodies",pick:o=null,counts:a=!0}={}){for(let{key:l,make:c,coarse:h,local:u}of e){let d=`${r} ${l}`;this.lists.has(d)||this.lists.set(d,{layer:r,make:c,coarse:h,parts:[]});let f=s?new Qt().multiplyMatrices(s,u):u;this.lists.get(d).parts.push({owner:t,local:f,color:new ee(n),pick:o,counts:a})}}build(){for(let{layer:t,make:e,coarse:n,parts:s}of this.lists.values()){let r=e();r.computeBoundingBox();let o=new Ys(r,this.materials[t],s.length);o.instanceMatrix.setUsage(jd),o.frustumCulled=!1,o.castShadow=!h1.includes(t),o.receiveShadow=!0,o.userData={parts:s,layer:t,fine:r,coarse:n?n():r},s.forEach((a,l)=>o.setColorAt(l,a.color)),this.meshes.push(o),this.world.add(o)}}update(){for(let t of this.meshes){let e=t.instanceMatrix.array,{parts:n}=t.userData;for(let s=0;s<n.length;s+=1)Pf.multiplyMatrices(n[s].owner.matrix,n[s].local).toArray(e,16*s);t.instanceMatrix.needsUpdate=!0,t.boundingSphere=null}}corners(t=[]){for(let e of this.meshes){let{min:n,max:s}=e.userData.fine.boundingBox;for(let r of e.userData.parts)if(r.counts){Pf.multiplyMatrices(r.owner.matrix,r.local).premultiply(this.world.matrixWorld);for(let o=0;o<8;o+=1)Yh.set(o&1?n.x:s.x,o&2?n.y:s.y,o&4?n.z:s.z).applyMatrix4(Pf),t.push(Yh.x,Yh.y,Yh.z)}}return t}highlight(t,e){for(let n of this.meshes)n.userData.parts.forEach((s,r)=>{s.pick?.kind!==t.kind||s.pick.index!==t.index||(n.setColorAt(r,e?u1.copy(s.color).lerp(o1,.65):s.color),n.instanceColor.needsUpdate=!0)})}setClear(t){Object.assign(this.materials.bodies,t?a1:l1).needsUpdate=!0;for(let e of this.meshes)e.userData.layer==="bodies"&&(e.castShadow=!t)}showLayer(t,e){for(let n of this.meshes)n.userData.layer===t&&(n.visible=e)}setCoarse(t){for(let e of this.meshes)e.geometry=t?e.userData.coarse:e.userData.fine}picked(t){for(let e of t.intersectObjects(this.meshes.filter(n=>n.visible),!1)){let{pick:n}=e.object.userData.parts[e.instanceId];if(n)return n}return null}},Pf=new Qt,u1=new ee,Yh=new R;function h0(i,t,e){return i.bodies.map((n,s)=>{let r=new zn,o=s?Oo(s):or,a=s?{kind:"body",index:s}:null;for(let l of n.shapes)t.add(r,Hh(l,i),Bo(l.color,o),{pose:Ei(l),layer:s?"bodies":"ground",pick:a});return e.add(r),r})}function wl(i,t,e){i.forEach((n,s)=>{t.position(s,e,n.position),t.turn(s,e,n.quaternion),n.updateMatrix()})}var u0={type:"change"},Lf={type:"start"},f0={type:"end"},$h=new qs,d0=new ci,d1=Math.cos(70*dl.DEG2RAD),Sn=new R,ei=2*Math.PI,De={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},If=1e-6,Jh=class extends il{constructor(t,e=null){super(t,e),this.state=De.NONE,this.target=new R,this.cursor=new R,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:nr.ROTATE,MIDDLE:nr.DOLLY,RIGHT:nr.PAN},this.touches={ONE:ir.ROTATE,TWO:ir.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new R,this._lastQuaternion=new Oe,this._lastTargetPosition=new R,this._quat=new Oe().setFromUnitVectors(t.up,new R(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Ro,this._sphericalDelta=new Ro,this._scale=1,this._panOffset=new R,this._rotateStart=new pt,this._rotateEnd=new pt,this._rotateDelta=new pt,this._panStart=new pt,this._panEnd=new pt,this._panDelta=new pt,this._dollyStart=new pt,this._dollyEnd=new pt,this._dollyDelta=new pt,this._dollyDirection=new R,this._mouse=new pt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=p1.bind(this),this._onPointerDown=f1.bind(this),this._onPointerUp=m1.bind(this),this._onContextMenu=M1.bind(this),this._onMouseWheel=x1.bind(this),this._onKeyDown=y1.bind(this),this._onTouchStart=v1.bind(this),this._onTouchMove=S1.bind(this),this._onMouseDown=g1.bind(this),this._onMouseMove=_1.bind(this),this._interceptControlDown=b1.bind(this),this._interceptControlUp=w1.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=De.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(u0),this.update(),this.state=De.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;Sn.copy(e).sub(this.target),Sn.applyQuaternion(this._quat),this._spherical.setFromVector3(Sn),this.autoRotate&&this.state===De.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ei:n>Math.PI&&(n-=ei),s<-Math.PI?s+=ei:s>Math.PI&&(s-=ei),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Sn.setFromSpherical(this._spherical),Sn.applyQuaternion(this._quatInverse),e.copy(this.target).add(Sn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Sn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new R(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new R(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Sn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):($h.origin.copy(this.object.position),$h.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot($h.direction))<d1?this.object.lookAt(this.target):(d0.setFromNormalAndCoplanarPoint(this.object.up,this.target),$h.intersectPlane(d0,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>If||8*(1-this._lastQuaternion.dot(this.object.quaternion))>If||this._lastTargetPosition.distanceToSquared(this.target)>If?(this.dispatchEvent(u0),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?ei/60*this.autoRotateSpeed*t:ei/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){Sn.setFromMatrixColumn(e,0),Sn.multiplyScalar(-t),this._panOffset.add(Sn)}_panUp(t,e){this.screenSpacePanning===!0?Sn.setFromMatrixColumn(e,1):(Sn.setFromMatrixColumn(e,0),Sn.crossVectors(this.object.up,Sn)),Sn.multiplyScalar(t),this._panOffset.add(Sn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Sn.copy(s).sub(this.target);let r=Sn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ei*this._rotateDelta.x/e.clientHeight),this._rotateUp(ei*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ei*this._rotateDelta.x/e.clientHeight),this._rotateUp(ei*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new pt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function f1(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function p1(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function m1(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(f0),this.state=De.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function g1(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case nr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=De.DOLLY;break;case nr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=De.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=De.ROTATE}break;case nr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=De.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=De.PAN}break;default:this.state=De.NONE}this.state!==De.NONE&&this.dispatchEvent(Lf)}function _1(i){switch(this.state){case De.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case De.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case De.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function x1(i){this.enabled===!1||this.enableZoom===!1||this.state!==De.NONE||(i.preventDefault(),this.dispatchEvent(Lf),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(f0))}function y1(i){this.enabled!==!1&&this._handleKeyDown(i)}function v1(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case ir.ROTATE:if(this.enableRotate===!1){this.state=De.NONE;break}this._handleTouchStartRotate(i),this.state=De.TOUCH_ROTATE;break;case ir.PAN:if(this.enablePan===!1){this.state=De.NONE;break}this._handleTouchStartPan(i),this.state=De.TOUCH_PAN;break;default:this.state=De.NONE}break;case 2:switch(this.touches.TWO){case ir.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=De.TOUCH_DOLLY_PAN;break;case ir.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=De.TOUCH_DOLLY_ROTATE;break;default:this.state=De.NONE}break;default:this.state=De.NONE}this.state!==De.NONE&&this.dispatchEvent(Lf)}function S1(i){switch(this._trackPointer(i),this.state){case De.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case De.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case De.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case De.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=De.NONE}}function M1(i){this.enabled!==!1&&i.preventDefault()}function b1(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function w1(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var E1={iso:[.95,-1.5,.8],front:[0,-1,0],right:[1,0,0],top:[0,-1e-4,1]},Df=["iso","front","right","top"],A1=.86,p0=6,Kh=class{constructor(t,e,n,s){this.stage=t,this.bodies=e,this.swept=n,this.scene=s,this.preset="iso",this.followed=null,this.last=new R,this.controls=new Jh(t.camera,t.renderer.domElement),this.controls.enableDamping=!1,this.controls.zoomToCursor=!0,this.controls.minDistance=.05*s.size,this.controls.maxDistance=25*s.size,this.controls.minZoom=.05,this.controls.maxZoom=50}resume(t){let{stage:e}=this,n=new R().fromArray(t.scene.origin).sub(new R().fromArray(this.scene.origin));n.applyQuaternion(e.world.quaternion),e.halfHeight=t.stage.halfHeight;for(let s of["perspective","orthographic"]){let r=e[s];r.copy(t.stage[s]),r.position.add(n),r.updateProjectionMatrix()}this.preset=t.preset,this.use(t.orthographic),e.frame(),this.controls.target.copy(t.controls.target).add(n),this.controls.update(),e.moveTo(this.controls.target)}look(t){this.preset=t,this.use(t!=="iso");let e=this.swept();this.fit(this.direction(t,e),e)}direction(t,e=this.swept()){let n=new R().fromArray(E1[t]);if(t==="iso"){let s=new xn().setFromArray(e).getSize(new R);s.x<.45*s.y&&n.set(1.5,-.95,.8)}return n.normalize()}get orthographic(){return this.stage.camera===this.stage.orthographic}use(t){this.stage.camera=t?this.stage.orthographic:this.stage.perspective,this.controls.object=this.stage.camera}setOrthographic(t){if(t===this.orthographic)return;let{stage:e,controls:n}=this,s=e.camera,r=s.position.clone().sub(n.target),o=Math.tan(e.perspective.fov*Math.PI/360),a=t?o*r.length():e.halfHeight/s.zoom;this.use(t),this.put(n.target.clone(),r.normalize(),a/o),n.update()}fit(t=null,e=this.swept()){let{camera:n}=this.stage,s=t??n.position.clone().sub(this.controls.target).normalize();n.position.copy(s),n.lookAt(0,0,0),n.updateMatrixWorld();let{centre:r,away:o}=this.fitted(e,s);this.put(r,s,Math.max(o,.2*this.scene.size)),this.controls.update()}fitted(t,e){let{camera:n}=this.stage,s=Math.tan(this.stage.perspective.fov*Math.PI/360)*A1,r=s*(this.stage.width/this.stage.height);return(this.orthographic?C1:T1)(t,e,n,r,s)}put(t,e,n){let{stage:s,scene:r}=this,{camera:o}=s,a=this.orthographic?Math.max(n,4*r.size):n;o.position.copy(t).addScaledVector(e,a),o.near=Math.max(.01*a,1e-4*r.size),o.far=a+60*r.size,this.orthographic&&(o.zoom=1,s.halfHeight=Math.tan(s.perspective.fov*Math.PI/360)*n),s.frame(),o.lookAt(t),this.controls.target.copy(t),s.moveTo(t)}follow(t){this.followed=t,t!==null&&this.last.copy(this.where(t))}where(t){return this.stage.world.localToWorld(this.bodies[t].position.clone())}update(){if(this.followed!==null){let t=this.where(this.followed),e=t.clone().sub(this.last);this.last.copy(t),this.stage.camera.position.add(e),this.controls.target.add(e),this.controls.update(),this.stage.moveTo(this.stage.focus.clone().add(e))}}};function T1(i,t,e,n,s){let r=new R().setFromMatrixColumn(e.matrixWorld,0),o=new R().setFromMatrixColumn(e.matrixWorld,1),a=new xn().setFromArray(i).getCenter(new R),l=new R,c=0;for(let h=0;h<p0;h+=1){c=0;for(let f=0;f<i.length;f+=3){l.fromArray(i,f).sub(a);let p=l.dot(t);c=Math.max(c,p+Math.abs(l.dot(r))/n,p+Math.abs(l.dot(o))/s)}let u=[1/0,1/0],d=[-1/0,-1/0];for(let f=0;f<i.length;f+=3){l.fromArray(i,f).sub(a);let p=Math.max(c-l.dot(t),1e-9*c);[l.dot(r)/p,l.dot(o)/p].forEach((y,m)=>{u[m]=Math.min(u[m],y),d[m]=Math.max(d[m],y)})}h+1<p0&&(a.addScaledVector(r,c*(u[0]+d[0])/2),a.addScaledVector(o,c*(u[1]+d[1])/2))}return{centre:a,away:c}}function C1(i,t,e,n,s){let r=[0,1].map(h=>new R().setFromMatrixColumn(e.matrixWorld,h)),o=new xn().setFromArray(i).getCenter(new R),a=new R,l=[1/0,1/0],c=[-1/0,-1/0];for(let h=0;h<i.length;h+=3)a.fromArray(i,h).sub(o),r.forEach((u,d)=>{l[d]=Math.min(l[d],a.dot(u)),c[d]=Math.max(c[d],a.dot(u))});return r.forEach((h,u)=>o.addScaledVector(h,(l[u]+c[u])/2)),{centre:o,away:Math.max((c[0]-l[0])/n,(c[1]-l[1])/s)/2}}var jh=class{constructor(t,e){this.scene=t,this.take=e,this.card=null,this.search=lt("input",{type:"search",placeholder:"Search channels","aria-label":"Search channels",oninput:()=>this.fill()}),this.list=lt("div",{class:"channels"}),this.title=lt("h2",{}),this.node=lt("dialog",{class:"chooser",onclick:n=>{n.target===this.node&&this.node.close()}},lt("header",{},this.title,Ce("","Close",()=>this.node.close(),"close")),this.search,this.list)}open(t,e){this.card=t,this.unit=e,this.title.textContent=t?`Add a channel in ${vi(e)||"pure numbers"}`:"Open a plot",this.search.value="",this.fill(),this.node.showModal(),this.search.focus()}fill(){let t=this.search.value.trim().toLowerCase().split(/\s+/),e=this.scene.channels.map((r,o)=>({channel:r,index:o})).filter(({channel:r})=>this.card===null||r.units[0]===this.unit).filter(({channel:r})=>{let o=`${r.name} ${r.unit} ${r.description}`.toLowerCase();return t.every(a=>o.includes(a))}),n=({channel:r})=>t.every(o=>r.name.toLowerCase().includes(o)),s=[...e.filter(n),...e.filter(r=>!n(r))];this.list.replaceChildren(...s.map(({channel:r,index:o})=>{let a=r.components.length>1?` (${r.components.join(", ")})`:"";return lt("button",{type:"button",class:"channel",onclick:()=>{this.node.close(),this.take(this.card,o)}},lt("span",{class:"name",text:r.name+a}),lt("span",{class:"unit",text:vi(r.unit)||"\u2013"}),lt("span",{class:"about",text:r.description+R1(r)}))})),e.length||this.list.append(lt("p",{class:"empty",text:"No matching channel."}))}};function R1({components:i,unique:t}){if(t.every(Boolean))return"";let e=i.filter((n,s)=>!t[s]);return t.some(Boolean)?`; ${e.join(", ")} not unique`:"; not unique"}var P1=["x","y","z"],Qh=class{constructor(t,e,n){this.scene=t,this.bodies=e,this.arrows=n,this.origin=new R().fromArray(t.origin)}text(t,e){let[n,s]=this.scene.units?.[e]??[e,1];return`${[t].flat().map(r=>Ki(s*r,4)).join(", ")} ${vi(n)}`.trim()}parts(t,e,n){let[s,r]=this.scene.units?.[e]??[e,1];return[...t.flatMap((a,l)=>[[l?", ":"",""],[Ki(r*a,4),n[l]?"":"open"]]),[` ${vi(s)}`,""]]}of({kind:t,index:e},n){return this[t](e,n)}world(t,e){let n=10**Math.floor(Math.log10(1e-6*this.scene.size));return Ai(this.bodies[t],new R().fromArray(e)).add(this.origin).toArray().map(r=>Math.round(r/n)*n)}body(t){let e=this.scene.bodies[t],n=e.inertia??[],s=[["Mass",this.text(e.mass,"kg")],["Centre of mass",this.text(e.com??[0,0,0],"m")],["Inertia xx, yy, zz",this.text([n[0],n[4],n[8]],"kg m^2")],["Position",this.text(this.world(t,[0,0,0]),"m")]];return{title:e.name,note:"body",rows:s,body:t,at:e.com??[0,0,0]}}joint(t,e){let n=this.scene.joints[t],s=[n.parent,n.child].map(d=>this.scene.bodies[d].name),r=this.clean(this.arrows.load("reactions",t,e)),o=this.clean(this.arrows.load("efforts",t,e)),a=[["Between",s.join(" and ")],["Position",this.text(this.world(n.child,n.onChild.at),"m")]];for(let[d,f]of n.parameters)a.push([d,Ki(f)]);a.push(...this.coordinates(n,e));let l={title:n.name,note:n.type,rows:a,body:n.child,at:n.onChild.at};if(!this.scene.arrays.reactions)return l;a.push(["Reaction force",this.parts(r.force,"N",n.unique[0])]),a.push(["Reaction moment",this.parts(r.moment,"N m",n.unique[1])]);let[c,h]=["force","moment"].map(d=>Math.hypot(...o[d]));c>0&&a.push(["Drive and joint forces",this.text(o.force,"N")]),h>0&&a.push(["Drive and joint moments",this.text(o.moment,"N m")]);let u=n.unique.map(d=>P1.filter((f,p)=>!d[p]));if(u.some(d=>d.length)){let d=["force","moment"].flatMap((f,p)=>u[p].length?[`${f} ${u[p].join(", ")}`]:[]);a.push(["Not unique",`${d.join("; ")} (minimum-norm values shown; loops ${n.because.join(", ")})`,"open"])}return a.push(["Axes","of the joint, on the child (a shows them)"]),l}clean(t){let e=s=>1e-8*Math.max(...["reactions","efforts"].map(r=>this.scene.largest[`${r}.${s}`]??0)),n=s=>t[s].map(r=>Math.abs(r)>e(s)?r:0);return{force:n("force"),moment:n("moment")}}coordinates(t,e){let n=[];for(let[s]of t.coordinates){let r=this.scene.channels.find(o=>o.name===`${t.name}.${s}`&&o.kind==="joint");r&&n.push([s,`${Ki(this.value(r.line,e))} ${vi(r.units[0])}`])}return n}value(t,e){let n=this.scene.arrays.times.length,s=this.scene.arrays.channels,r=s[t*n+e.frame];return e.part>0?r+e.part*(s[t*n+e.frame+1]-r):r}force(t,e){let n=this.scene.forces[t],s=n.data.map(([r,o,a])=>[r.replaceAll("_"," "),`${o} ${vi(a)}`.trim()]);return this.scene.acting.forEach((r,o)=>{if(r.element!==n.name)return;let a=xl(this.scene.arrays.acting,3*this.scene.acting.length,e,3*o,3,[]);s.push([`Force on ${this.scene.bodies[r.body].name}`,this.text(a,"N")])}),{title:n.name,note:n.type.replaceAll("_"," "),rows:s,body:null,at:null}}frame(t){let e=this.scene.frames[t],n=[["On",this.scene.bodies[e.body].name],["In the body",this.text(e.at,"m")],["Position",this.text(this.world(e.body,e.at),"m")]];return{title:e.name,note:"frame",rows:n,body:e.body,at:e.at}}};var m0=(i,t,e,n)=>Ps(i,()=>{let[s,r]=[-n/2,n/2],o=[[t,s],[e,s],[e,s],[e,r],[e,r],[t,r],[t,r],[t,s]],a=new qa(o.map(([l,c])=>new pt(l,c)),28).toNonIndexed();return a.deleteAttribute("uv"),a.computeVertexNormals(),ss(a)});function g0(i,t,e){let n=i.radius,s=Rs(n,i);for(let{name:r,a:o,b:a}of i.bushings){let l={kind:"force",index:i.forces.findIndex(h=>h.name===r)},c=(h,u,d)=>e.add(t[h.body],u,d,{pose:Ei(h),layer:"joints",pick:l});c(o,m0("sleeve",2*n,2.35*n,2.6*n),Ir),c(o,m0("rubber",.8*n,2*n,2.3*n),i0),c(a,ti(.8*n,4.2*n,s),Pr)}}var tu=6,_0=[new Qt().makeRotationY(Math.PI/2),new Qt().makeRotationX(-Math.PI/2),new Qt];function x0(i,t,e){let n=i.radius,s=Is(ti(.16*n,tu*n,10),0,0,tu/2*n);i.joints.forEach((r,o)=>{r.free||_0.forEach((a,l)=>e.add(t[r.child],zo(s,a),Sf[l],{pose:Ei(r.onChild),layer:"axes",pick:{kind:"joint",index:o},counts:!1}))})}function y0(i,t,e){let n=i.radius;i.frames.forEach((s,r)=>{if(!s.body)return;let o=Is(ti(.18*n,3.4*n,10),0,0,1.7*n);_0.forEach((a,l)=>e.add(t[s.body],zo(o,a),Sf[l],{pose:Ei(s),layer:"marks",pick:{kind:"frame",index:r},counts:!1}))})}var eu=class{constructor(t,e,n){this.visible=!0,this.list=t.ghosts.map((s,r)=>{let o=s.bodies.map((a,l)=>{let c=new zn,h=l?Oo(l):or;for(let u of l?a.shapes:[])e.add(c,Hh(u,t),Bo(u.color,h),{pose:Ei(u),layer:"ghost"});return n.add(c),c});return{name:s.name,groups:o,motion:new Fo(t,`ghost${r}.`,s.bodies.length)}}),this.legend=this.list.length?lt("p",{class:"ghosts",text:`translucent: ${this.list.map(s=>s.name).join(", ")}`}):null}place(t){for(let{groups:e,motion:n}of this.list)wl(e,n,n.place(t))}positions(){return this.list.map(({name:t,groups:e})=>[t,e.map(n=>n.position)])}};var I1=new R(0,0,1),L1=new Qt().makeRotationX(Math.PI/2),D1=new Qt().makeRotationY(Math.PI/2),N1={cylinder:([i,t],e,n)=>ti(i*e,t*e,i<.2?10:n),ball:([i],t,e)=>Ml(i*t,e),box:([i,t,e],n)=>Sl(i*n,t*n,e*n),guide:(i,t,e,n)=>U1(i,t,e,n.travel),thread:([i,t],e,n,s,r)=>F1(i*e,t*e,e,r)};function U1([i,t],e,n,s){let[r,o]=s??[-4*e,4*e],a=o-r+10*e,l=t===void 0?ti(i*e,a,n):Sl(i*e,t*e,a);return Is(l,0,0,(r+o)/2)}function F1(i,t,e,n){let s=Math.min(Math.max(Math.abs(n),.5*e),2*e),r=Math.round(t/s);return Ps(`thread ${r}`,()=>{let o=[];for(let a=0;a<=16*r;a+=1){let l=2*Math.PI*a/16;o.push(new R(i*Math.cos(l),i*Math.sin(l),-t/2+s*a/16))}return new Mr(new Js(o),8*r,.16*e,5)})}var O1={x:D1,y:L1},B1={pin:Pr,steel:Ir,glass:Ir},z1=["parent","child"];function k1({shape:i,size:t,along:e="z",material:n="pin",pitch:s=0},r,o,a){let l=N1[i](t,r,o,a,s),c=n==="glass"?"glass":"joints";return[e==="z"?l:zo(l,O1[e]),B1[n],c]}function S0(i,t,e,n){let s=i.radius,r=Rs(s,i);return i.joints.map((o,a)=>{for(let l of V1(i,o,n))e.add(t[0],l,or,{layer:"ground"});return[[o.parent,o.onParent],[o.child,o.onChild]].map(([l,c],h)=>{for(let u of o.glyph.filter(({on:d="child"})=>d===z1[h])){let[d,f,p]=k1(u,s,r,o);e.add(t[l],d,f,{pose:Ei(c),layer:p,pick:{kind:"joint",index:a}})}return{body:t[l],frame:new ko(c)}})})}function V1(i,t,e){let n=t.parent===0?t.onParent:t.child===0?t.onChild:null;if(!n||i.bodies[0].shapes.length)return[];let s=i.radius,r=new R().fromArray(n.at);if(t.held)return[v0(s,r,e)];let o=new R(n.axes[2],n.axes[5],n.axes[8]);return!t.travel||t.parent!==0||Math.abs(o.dot(e))>.5?[]:[t.travel[0]-4*s,t.travel[1]+4*s].map(a=>v0(s,r.clone().addScaledVector(o,a),e))}function v0(i,t,e){let n=new Qt().compose(t,new Oe().setFromUnitVectors(I1,e),new R(1,1,1)),s=Ps("pedestal",()=>{let r=ss(new Oi(1.1*i,2.7*i,4.4*i,4,1).rotateY(Math.PI/4)).toNonIndexed();return r.computeVertexNormals(),r});return zo([...Is(s,0,0,-2.5*i),...Is(Sl(6*i,6*i,.8*i),0,0,-5.1*i)],n)}var G1=["x","y","z"],nu=class{constructor(t,e,n,s){this.visible=!1,this.axes=!1,this.layer=s,this.items=[...t.joints.map((r,o)=>({text:r.name,kind:"joint",point:()=>n[o].point(e[r.child])})),...t.frames.filter(r=>r.body>0).map(r=>({text:r.name,kind:"frame",point:()=>Ai(e[r.body],new R().fromArray(r.at))})),...t.bodies.slice(1).map((r,o)=>({text:r.name,kind:"body",point:()=>Ai(e[o+1],new R().fromArray(H1(r,t.joints,o+1)))}))],t.joints.forEach((r,o)=>{r.free||G1.forEach((a,l)=>{let c=[0,0,0].with(l,(tu+.7)*t.radius),h=()=>n[o].vector(e[r.child],c).add(n[o].point(e[r.child]));this.items.push({text:a,kind:"axis",point:h})})});for(let r of this.items){let o=r.kind==="axis"?` axis-${r.text}`:"";r.node=lt("div",{class:`label ${r.kind}${o}`,text:r.text}),s.append(r.node)}}update(t,e,n,s){if(this.layer.hidden=!this.visible&&!this.axes,this.layer.hidden)return;let r=[];for(let o of this.items){if(!(o.kind==="axis"?this.axes:this.visible)){o.node.classList.add("off");continue}let a=e.localToWorld(o.point()).project(t);o.size??=[o.node.offsetWidth,o.node.offsetHeight];let l=o.kind==="axis",c=(.5+.5*a.x)*n+(l?-o.size[0]/2:9),h=(.5-.5*a.y)*s-(l?o.size[1]/2:o.size[1]+4),u=[c,h,c+o.size[0],h+o.size[1]],d=Math.abs(a.z)<1&&u[0]>0&&u[1]>0&&u[2]<n&&u[3]<s&&!r.some(f=>f[0]<u[2]&&u[0]<f[2]&&f[1]<u[3]&&u[1]<f[3]);o.node.classList.toggle("off",!d),d&&(r.push(u),o.spot=[c,h],o.node.style.transform=`translate(${c.toFixed(1)}px, ${h.toFixed(1)}px)`)}}};function H1(i,t,e){let n=[];for(let s of t)s.free||(s.parent===e&&n.push(s.onParent.at),s.child===e&&n.push(s.onChild.at));return n.length<2?i.com:[0,1,2].map(s=>n.reduce((r,o)=>r+o[s],0)/n.length)}var W1="(max-width: 900px)",X1="(max-width: 900px) and (max-aspect-ratio: 1/1)",M0=24;function b0(i,t,e){let n=window.matchMedia(X1),s=lt("div",{class:"splitter",role:"separator",tabindex:0,"aria-label":"Size of the plots","aria-valuemin":15,"aria-valuemax":65,title:"Drag to resize"}),r=(l,c)=>{let h=Math.min(Math.max(l,n.matches?120:220),.65*c);i.style.setProperty(n.matches?"--plots-height":"--plots",`${h.toFixed(0)}px`),s.setAttribute("aria-valuenow",String(Math.round(100*h/c))),t()},o=()=>s.setAttribute("aria-orientation",n.matches?"horizontal":"vertical");n.addEventListener("change",o,{signal:e}),o();let a=l=>{let c=i.getBoundingClientRect(),h=i.querySelector(".timeline")?.getBoundingClientRect().top??c.bottom;n.matches?r(h-l.clientY,c.height):r(c.right-l.clientX,c.width)};s.addEventListener("pointerdown",l=>{s.setPointerCapture(l.pointerId),s.addEventListener("pointermove",a)});for(let l of["pointerup","pointercancel"])s.addEventListener(l,()=>s.removeEventListener("pointermove",a));return s.addEventListener("keydown",l=>{let c={ArrowLeft:1,ArrowUp:1,ArrowRight:-1,ArrowDown:-1}[l.key];if(!c)return;l.preventDefault(),l.stopPropagation();let[h,u]=[i,i.querySelector(".plots")].map(d=>d.getBoundingClientRect());n.matches?r(u.height+c*M0,h.height):r(u.width+c*M0,h.width)}),s}function w0(i,t,e,n=!0){let s=window.matchMedia(W1),r=()=>{i.classList.toggle("no-tree",s.matches),t()};s.addEventListener("change",r,{signal:e}),n&&r()}function E0(i,t,e,n){let s=()=>{i.classList.remove("folded");let o=i.scrollWidth>i.clientWidth+1;i.classList.toggle("folded",o),o||r(!1)},r=o=>{i.classList.toggle("unfolded",o),e.setAttribute("aria-expanded",String(o))};return e.setAttribute("aria-expanded","false"),e.setAttribute("aria-haspopup","true"),e.addEventListener("click",()=>r(!i.classList.contains("unfolded"))),document.addEventListener("pointerdown",o=>{i.contains(o.target)||r(!1)},{signal:n}),i.addEventListener("keydown",o=>{o.key!=="Escape"||!i.classList.contains("unfolded")||(o.stopPropagation(),r(!1),e.focus())}),new ResizeObserver(s).observe(i),s}var q1=new R(0,0,1),A0=new R(1,1,1),C0=14;function Y1(i,t){let e=2.1*i,n=Math.min(Math.max(Math.round(t/(2.2*i)),5),14);return Ps(`coil ${t.toPrecision(5)}`,()=>{let s=[];for(let r=0;r<=20*n;r+=1){let o=r/(20*n),a=2*Math.PI*n*o;s.push(new R(e*Math.cos(a),e*Math.sin(a),(.12+.76*o)*t))}return new Mr(new Js(s),18*n,.32*i,6)})}var T0=(i,t)=>Is(ti(i,t,C0),0,0,t/2),Nf=class{constructor(t,e,n,s,r){this.bodies=[n[t.a.body],n[t.b.body]],this.points=[t.a.at,t.b.at].map(c=>new R().fromArray(c)),this.ends=[new R,new R],[this.near,this.between,this.far]=[0,1,2].map(()=>({matrix:new Qt})),this.length=Math.max(this.measure(),1e-6);let o={pick:e,layer:"joints"},{length:a}=this;t.spring&&r.add(this.between,Y1(s,a),n0,o);let l=t.rod?.45:t.spring||t.damper?.28:.4;r.add(this.between,T0(l*s,a),Ir,o),(t.damper||t.type==="gas_spring")&&r.add(this.near,T0(1.05*s,.5*a),Pr,o);for(let c of[this.near,this.far])r.add(c,Ml(.75*s,C0),Pr,o);this.update()}measure(){return this.ends.forEach((t,e)=>Ai(this.bodies[e],this.points[e],t)),this.ends[0].distanceTo(this.ends[1])}update(){let t=this.measure(),[e,n]=this.ends;t>1e-12&&iu.setFromUnitVectors(q1,Z1.copy(n).sub(e).divideScalar(t)),this.near.matrix.compose(e,iu,A0),this.between.matrix.compose(e,iu,$1.set(1,1,t/this.length)),this.far.matrix.compose(n,iu,A0)}},iu=new Oe,Z1=new R,$1=new R;function R0(i,t,e){let n=i.lines.map(r=>[r,{kind:"force",index:i.forces.findIndex(o=>o.name===r.name)}]),s=i.joints.flatMap((r,o)=>r.rod?[[{rod:!0,a:{body:r.parent,at:r.onParent.at},b:{body:r.child,at:r.onChild.at}},{kind:"joint",index:o}]]:[]);return[...n,...s].map(([r,o])=>new Nf(r,o,t,i.radius,e))}function P0(i){return i.normalize("NFKD").replace(/[^A-Za-z0-9._-]+/g,"_").replace(/^[._]+|_+$/g,"").slice(0,80)||"mechanism"}function I0(i,t,e=""){let{stage:n}=i,s=t.getContext("2d"),r=t.width/n.width;s.setTransform(1,0,0,1,0,0),s.drawImage(n.renderer.domElement,0,0,t.width,t.height),s.scale(r,r);let o=getComputedStyle(document.documentElement),a=c=>o.getPropertyValue(c).trim();if(!i.layer.hidden)for(let c of i.labels.items)K1(s,c,a);j1(s,i.triad,n.height,a);let l=i.ghosts.legend&&i.ghosts.visible?i.ghosts.legend.textContent:"";return s.font=Uf(12,400),s.fillStyle=a("--soft"),l&&s.fillText(l,100,n.height-14),e&&(s.textAlign="right",s.fillText(e,n.width-14,n.height-14),s.textAlign="left"),t}var Uf=(i,t)=>`${t} ${i}px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`,J1={joint:"--ink",body:"--soft",frame:"--tint-ink"};function K1(i,{node:t,kind:e,text:n,size:s,spot:r},o){if(t.classList.contains("off")||!r)return;let[a,l]=r,c=e==="axis";c||(i.fillStyle=o("--label"),i.beginPath(),i.roundRect(a,l,s[0],s[1],4),i.fill()),i.font=Uf(11,c?700:e==="joint"?600:400),i.fillStyle=o(c?`--axis-${n}`:J1[e]),i.textBaseline="middle",i.fillText(n,a+(c?0:5),l+s[1]/2+.5),i.textBaseline="alphabetic"}function j1(i,t,e,n){let[r,o]=[45,e-6-39];i.lineWidth=2.4*.8125,i.lineCap="round",i.textAlign="center";for(let{line:a,text:l}of t.axes){let c=n(`--axis-${l.textContent}`);i.strokeStyle=c,i.fillStyle=c,i.beginPath(),i.moveTo(r,o),i.lineTo(r+.8125*Number(a.getAttribute("x2")),o+.8125*Number(a.getAttribute("y2"))),i.stroke(),i.font=Uf(12*.8125,600),i.fillText(l.textContent,r+.8125*Number(l.getAttribute("x")),o+.8125*Number(l.getAttribute("y")))}i.textAlign="left"}function L0(i,t){let e=URL.createObjectURL(i),n=document.createElement("a");n.href=e,n.download=t,n.click(),setTimeout(()=>URL.revokeObjectURL(e),1e4)}var Q1="uplot",tE="u-hz",eE="u-vt",nE="u-title",iE="u-wrap",sE="u-under",rE="u-over",oE="u-axis",Nr="u-off",aE="u-select",lE="u-cursor-x",cE="u-cursor-y",hE="u-cursor-pt",uE="u-legend",dE="u-live",fE="u-inline",pE="u-series",mE="u-marker",D0="u-label",gE="u-value",Al="width",Tl="height";var N0="bottom",Go="left",Ff="right",Qf="#000",U0=Qf+"0",Of="mousemove",F0="mousedown",Bf="mouseup",O0="mouseenter",B0="mouseleave",z0="dblclick",_E="resize",xE="scroll",k0="change",lu="dppxchange",tp="--",$o=typeof window<"u",Hf=$o?document:null,Wo=$o?window:null,yE=$o?navigator:null,Ne,su;function Wf(){let i=devicePixelRatio;Ne!=i&&(Ne=i,su&&qf(k0,su,Wf),su=matchMedia(`(min-resolution: ${Ne-.001}dppx) and (max-resolution: ${Ne+.001}dppx)`),Ur(k0,su,Wf),Wo.dispatchEvent(new CustomEvent(lu)))}function mi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function Xf(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Qe(i,t,e){i.style[t]=e+"px"}function Vi(i,t,e,n){let s=Hf.createElement(i);return t!=null&&mi(s,t),e?.insertBefore(s,n),s}function Ti(i,t){return Vi("div",i,t)}var V0=new WeakMap;function rs(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=V0.get(i);r!=o&&(i.style.transform=r,V0.set(i,r),t<0||e<0||t>n||e>s?mi(i,Nr):Xf(i,Nr))}var G0=new WeakMap;function H0(i,t,e){let n=t+e,s=G0.get(i);n!=s&&(G0.set(i,n),i.style.background=t,i.style.borderColor=e)}var W0=new WeakMap;function X0(i,t,e,n){let s=t+""+e,r=W0.get(i);s!=r&&(W0.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var ep={passive:!0},vE={...ep,capture:!0};function Ur(i,t,e,n){t.addEventListener(i,e,n?vE:ep)}function qf(i,t,e,n){t.removeEventListener(i,e,ep)}$o&&Wf();function Gi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:gi((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function y_(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var v_=i=>i!=null,S_=i=>i!=null&&i>0,uu=y_(v_),SE=y_(S_);function ME(i,t,e,n=0,s=!1){let r=s?SE:uu,o=s?S_:v_;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??We,l??-We]}function du(i,t,e,n){let s=Z0(i),r=Z0(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ls:M_,a=s==1?gi:Ci,l=r==1?Ci:gi,c=a(o(bn(i))),h=l(o(bn(t))),u=Xo(e,c),d=Xo(e,h);return e==10&&(c<0&&(u=Xe(u,-c)),h<0&&(d=Xe(d,-h))),n||e==2?(i=u*s,t=d*r):(i=A_(i,u),t=fu(t,d)),[i,t]}function np(i,t,e,n){let s=du(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var ip=.1,q0={mode:3,pad:ip},Rl={pad:0,soft:null,mode:0},bE={min:Rl,max:Rl};function cu(i,t,e,n){return pu(e)?Y0(i,t,e):(Rl.pad=e,Rl.soft=n?0:null,Rl.mode=n?3:0,Y0(i,t,bE))}function Ie(i,t){return i??t}function wE(i,t,e){for(t=Ie(t,0),e=Ie(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Y0(i,t,e){let n=e.min,s=e.max,r=Ie(n.pad,0),o=Ie(s.pad,0),a=Ie(n.hard,-We),l=Ie(s.hard,We),c=Ie(n.soft,We),h=Ie(s.soft,-We),u=Ie(n.mode,0),d=Ie(s.mode,0),f=t-i,p=Ls(f),y=Kn(bn(i),bn(t)),m=Ls(y),g=bn(m-p);(f<1e-24||g>10)&&(f=0,(i==0||t==0)&&(f=1e-24,u==2&&c!=We&&(r=0),d==2&&h!=-We&&(o=0)));let S=f||y||1e3,A=Ls(S),v=Xo(10,gi(A)),P=S*(f==0?i==0?.1:1:r),T=Xe(A_(i-P,v/10),24),_=i>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:We,E=Kn(a,T<_&&i>=_?_:Hi(_,T)),B=S*(f==0?t==0?.1:1:o),U=Xe(fu(t+B,v/10),24),L=t<=h&&(d==1||d==3&&U>=h||d==2&&U<=h)?h:-We,G=Hi(l,U>L&&t<=L?L:Kn(L,U));return E==G&&E==0&&(G=100),[E,G]}var EE=new Intl.NumberFormat($o?yE.language:"en-US"),sp=i=>EE.format(i),_i=Math,au=_i.PI,bn=_i.abs,gi=_i.floor,Mn=_i.round,Ci=_i.ceil,Hi=_i.min,Kn=_i.max,Xo=_i.pow,Z0=_i.sign,Ls=_i.log10,M_=_i.log2,AE=(i,t=1)=>_i.sinh(i)*t,zf=(i,t=1)=>_i.asinh(i/t),We=1/0;function $0(i){return(Ls((i^i>>31)-(i>>31))|0)+1}function Yf(i,t,e){return Hi(Kn(i,t),e)}function b_(i){return typeof i=="function"}function Te(i){return b_(i)?i:()=>i}var TE=()=>{},w_=i=>i,E_=(i,t)=>t,CE=i=>null,J0=i=>!0,K0=(i,t)=>i==t,RE=/\.\d*?(?=9{6,}|0{6,})/gm,Fr=i=>{if(C_(i)||lr.has(i))return i;let t=`${i}`,e=t.match(RE);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Fr(s)}e${r}`}return Xe(i,n)};function Lr(i,t){return Fr(Xe(Fr(i/t))*t)}function fu(i,t){return Fr(Ci(Fr(i/t))*t)}function A_(i,t){return Fr(gi(Fr(i/t))*t)}function Xe(i,t=0){if(C_(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return Mn(n)/e}var lr=new Map;function T_(i){return((""+i).split(".")[1]||"").length}function Il(i,t,e,n){let s=[],r=n.map(T_);for(let o=t;o<e;o++){let a=bn(o),l=Xe(Xo(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Xe(h,u);s.push(d),lr.set(d,u)}}return s}var Pl={},rp=[],qo=[null,null],ar=Array.isArray,C_=Number.isInteger,PE=i=>i===void 0;function j0(i){return typeof i=="string"}function pu(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function IE(i){return i!=null&&typeof i=="object"}var LE=Object.getPrototypeOf(Uint8Array),R_="__proto__";function Yo(i,t=pu){let e;if(ar(i)){let n=i.find(s=>s!=null);if(ar(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Yo(i[s],t)}else e=i.slice()}else if(i instanceof LE)e=i.slice();else if(t(i)){e={};for(let n in i)n!=R_&&(e[n]=Yo(i[n],t))}else e=i;return e}function gn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=R_&&(pu(i[s])?gn(i[s],Yo(n[s])):i[s]=Yo(n[s]))}return i}var DE=0,NE=1,UE=2;function FE(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function OE(i,t){if(kE(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return VE(o[0])||(o=zE(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=t?t[o][c]:NE,f=[];for(let p=0;p<h.length;p++){let y=h[p],m=r.get(l[p]);y===null?d!=DE&&(u[m]=y,d==UE&&f.push(m)):u[m]=y}FE(u,f,s),n.push(u)}}return n}var BE=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function zE(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function kE(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function VE(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Kn(1,gi((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var P_=["January","February","March","April","May","June","July","August","September","October","November","December"],I_=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function L_(i){return i.slice(0,3)}var GE=I_.map(L_),HE=P_.map(L_),WE={MMMM:P_,MMM:HE,WWWW:I_,WWW:GE};function El(i){return(i<10?"0":"")+i}function XE(i){return(i<10?"00":i<100?"0":"")+i}var qE={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>El(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>El(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>El(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>El(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>El(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>XE(i.getMilliseconds())};function op(i,t){t=t||WE;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?qE[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var YE=new Intl.DateTimeFormat().resolvedOptions().timeZone;function ZE(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==YE?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var D_=i=>i%1==0,hu=[1,2,2.5,5],$E=Il(10,-32,0,hu),N_=Il(10,0,32,hu),JE=N_.filter(D_),Dr=$E.concat(N_),ap=`
`,U_="{YYYY}",Q0=ap+U_,F_="{M}/{D}",Cl=ap+F_,ru=Cl+"/{YY}",O_="{aa}",KE="{h}:{mm}",Ho=KE+O_,t_=ap+Ho,e_=":{ss}",ze=null;function B_(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Il(10,0,3,hu).filter(D_):Il(10,-3,0,hu)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,U_,ze,ze,ze,ze,ze,ze,1],[s*28,"{MMM}",Q0,ze,ze,ze,ze,ze,1],[s,F_,Q0,ze,ze,ze,ze,ze,1],[n,"{h}"+O_,ru,ze,Cl,ze,ze,ze,1],[e,Ho,ru,ze,Cl,ze,ze,ze,1],[t,e_,ru+" "+Ho,ze,Cl+" "+Ho,ze,t_,ze,1],[i,e_+".{fff}",ru+" "+Ho,ze,Cl+" "+Ho,ze,t_,ze,1]];function h(u){return(d,f,p,y,m,g)=>{let S=[],A=m>=o,v=m>=r&&m<o,P=u(p),T=Xe(P*i,3),_=kf(P.getFullYear(),A?0:P.getMonth(),v||A?1:P.getDate()),E=Xe(_*i,3);if(v||A){let B=v?m/r:0,U=A?m/o:0,L=T==E?T:Xe(kf(_.getFullYear()+U,_.getMonth()+B,1)*i,3),G=new Date(Mn(L/i)),W=G.getFullYear(),D=G.getMonth();for(let V=0;L<=y;V++){let q=kf(W+U*V,D+B*V,1),k=q-u(Xe(q*i,3));L=Xe((+q+k)*i,3),L<=y&&S.push(L)}}else{let B=m>=s?s:m,U=gi(p)-gi(T),L=E+U+fu(T-E,B);S.push(L);let G=u(L),W=G.getHours()+G.getMinutes()/e+G.getSeconds()/n,D=m/n,V=d.axes[f]._space,q=g/V;for(;L=Xe(L+m,i==1?0:3),!(L>y);)if(D>1){let k=gi(Xe(W+D,6))%24,j=u(L).getHours()-k;j>1&&(j=-1),L-=j*n,W=(W+D)%24;let tt=S[S.length-1];Xe((L-tt)/m,3)*q>=.7&&S.push(L)}else S.push(L)}return S}}return[l,c,h]}var[jE,QE,tA]=B_(1),[eA,nA,iA]=B_(.001);Il(2,-53,53,[1]);function n_(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function i_(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,d,f;return n.map(p=>{let y=i(p),m=y.getFullYear(),g=y.getMonth(),S=y.getDate(),A=y.getHours(),v=y.getMinutes(),P=y.getSeconds(),T=m!=l&&a[2]||g!=c&&a[3]||S!=h&&a[4]||A!=u&&a[5]||v!=d&&a[6]||P!=f&&a[7]||a[1];return l=m,c=g,h=S,u=A,d=v,f=P,T(y)})}}function sA(i,t){let e=op(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function kf(i,t,e){return new Date(i,t,e)}function s_(i,t){return t(i)}var rA="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function r_(i,t){return(e,n,s,r)=>r==null?tp:t(i(n))}function oA(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function aA(i,t){return i.series[t].fill(i,t)}var lA={show:!0,live:!0,isolate:!1,mount:TE,markers:{show:!0,width:2,stroke:oA,fill:aA,dash:"solid"},idx:null,idxs:null,values:[]};function cA(i,t){let e=i.cursor.points,n=Ti(),s=e.size(i,t);Qe(n,Al,s),Qe(n,Tl,s);let r=s/-2;Qe(n,"marginLeft",r),Qe(n,"marginTop",r);let o=e.width(i,t,s);return o&&Qe(n,"borderWidth",o),n}function hA(i,t){let e=i.series[t].points;return e._fill||e._stroke}function uA(i,t){let e=i.series[t].points;return e._stroke||e._fill}function dA(i,t){return i.series[t].points.size}var Vf=[0,0];function fA(i,t,e){return Vf[0]=t,Vf[1]=e,Vf}function ou(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function Gf(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var pA={show:!0,x:!0,y:!0,lock:!1,move:fA,points:{one:!1,show:cA,size:dA,width:0,stroke:uA,fill:hA},bind:{mousedown:ou,mouseup:ou,click:ou,dblclick:ou,mousemove:Gf,mouseleave:Gf,mouseenter:Gf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},z_={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},lp=gn({},z_,{filter:E_}),k_=gn({},lp,{size:10}),V_=gn({},z_,{show:!1}),cp='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',G_="bold "+cp,H_=1.5,o_={show:!0,scale:"x",stroke:Qf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:G_,side:2,grid:lp,ticks:k_,border:V_,font:cp,lineGap:H_,rotate:0},mA="Value",gA="Time",a_={show:!0,scale:"x",auto:!1,sorted:1,min:We,max:-We,idxs:[]};function _A(i,t,e,n,s){return t.map(r=>r==null?"":sp(r))}function xA(i,t,e,n,s,r,o){let a=[],l=lr.get(s)||0;e=o?e:Xe(fu(e,s),l);for(let c=e;c<=n;c=Xe(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Zf(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ls:M_,h=gi(c(e));s=Xo(l,h),l==10&&(s=Dr[Gi(s,Dr)]);let u=e,d=s*l;l==10&&(d=Dr[Gi(d,Dr)]);do a.push(u),u=u+s,l==10&&!lr.has(u)&&(u=Xe(u,lr.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Dr[Gi(d,Dr)]));while(u<=n);return a}function yA(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?Zf(i,t,Kn(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?Zf(i,t,Kn(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(h,c)}var W_=/./,vA=/[12357]/,SA=/[125]/,l_=/1/,$f=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function MA(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?W_:l(7,o)-h>=c?vA:l(5,o)-h>=c?SA:l_;if(u==l_){let d=bn(l(1,o)-h);if(d<c)return $f(t.slice().reverse(),a.distr,u,Ci(c/d)).reverse()}return $f(t,a.distr,u,1)}function bA(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=bn(l(1,o)-l(2,o));return c<a?$f(t.slice().reverse(),3,W_,Ci(a/c)).reverse():t}function wA(i,t,e,n){return n==null?tp:t==null?"":sp(t)}var c_={show:!0,scale:"y",stroke:Qf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:G_,side:3,grid:lp,ticks:k_,border:V_,font:cp,lineGap:H_,rotate:0};function EA(i,t){let e=3+(i||1)*2;return Xe(e*t,3)}function AA(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=bn(o-r),l=i.series[t],c=a/(l.points.space*Ne);return n[1]-n[0]<=c}var h_={scale:null,auto:!0,sorted:0,min:We,max:-We},X_=(i,t,e,n,s)=>s,u_={show:!0,auto:!0,sorted:0,gaps:X_,alpha:1,facets:[gn({},h_,{scale:"x"}),gn({},h_,{scale:"y"})]},d_={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:X_,alpha:1,points:{show:AA,filter:null},values:null,min:We,max:-We,idxs:[],path:null,clip:null};function TA(i,t,e,n,s){return e/10}var q_={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},CA=gn({},q_,{time:!1,ori:1}),f_={};function Y_(i,t){let e=f_[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(f_[i]=e)),e}var Zo=1,Jf=2;function Or(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,y=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,g,d,f,p,y,gu,Jo,xu,$_,K_):e(s,l,c,h,u,g,m,f,d,y,p,_u,Ko,dp,J_,j_)}function hp(i,t){let e=0,n=0,s=Ie(i.bands,rp);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function RA(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Ds(i,t,e,n,s,r){return Or(i,t,(o,a,l,c,h,u,d,f,p,y,m)=>{let g=o.pxRound,S=c.dir*(c.ori==0?1:-1),A=c.ori==0?Jo:Ko,v,P;S==1?(v=e,P=n):(v=n,P=e);let T=g(u(a[v],c,y,f)),_=g(d(l[v],h,m,p)),E=g(u(a[P],c,y,f)),B=g(d(r==1?h.max:h.min,h,m,p)),U=new Path2D(s);return A(U,E,B),A(U,T,B),A(U,T,_),U})}function mu(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?xu:dp,l=e;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function PA(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function up(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),y=u-s;f=o<=0&&y>=0&&y<l?r(i[y]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function p_(i){return i==0?w_:i==1?Mn:t=>Lr(t,i)}function Z_(i){let t=i==0?gu:_u,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Hi(c,a/2,l/2),h=Hi(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var gu=(i,t,e)=>{i.moveTo(t,e)},_u=(i,t,e)=>{i.moveTo(e,t)},Jo=(i,t,e)=>{i.lineTo(t,e)},Ko=(i,t,e)=>{i.lineTo(e,t)},xu=Z_(0),dp=Z_(1),$_=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},J_=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},K_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},j_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Q_(i){return(t,e,n,s,r)=>Or(t,e,(o,a,l,c,h,u,d,f,p,y,m)=>{let{pxRound:g,points:S}=o,A,v;c.ori==0?(A=gu,v=$_):(A=_u,v=J_);let P=Xe(S.width*Ne,3),T=(S.size-S.width)/2*Ne,_=Xe(T*2,3),E=new Path2D,B=new Path2D,{left:U,top:L,width:G,height:W}=t.bbox;xu(B,U-_,L-_,G+_*2,W+_*2);let D=V=>{if(l[V]!=null){let q=g(u(a[V],c,y,f)),k=g(d(l[V],h,m,p));A(E,q+T,k),v(E,q,k,T,0,au*2)}};if(r)r.forEach(D);else for(let V=n;V<=s;V++)D(V);return{stroke:P>0?E:null,fill:E,clip:B,flags:Zo|Jf}})}function tx(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var IA=tx(Jo),LA=tx(Ko);function ex(i){let t=Ie(i?.alignGaps,0);return(e,n,s,r)=>Or(e,n,(o,a,l,c,h,u,d,f,p,y,m)=>{[s,r]=uu(l,s,r);let g=o.pxRound,S=W=>g(u(W,c,y,f)),A=W=>g(d(W,h,m,p)),v,P;c.ori==0?(v=Jo,P=IA):(v=Ko,P=LA);let T=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Zo},E=_.stroke,B=!1;if(r-s>=y*4){let W=ht=>e.posToVal(ht,c.key,!0),D=null,V=null,q,k,ct,$=S(a[T==1?s:r]),j=S(a[s]),tt=S(a[r]),ft=W(T==1?j+1:tt-1);for(let ht=T==1?s:r;ht>=s&&ht<=r;ht+=T){let Q=a[ht],yt=(T==1?Q<ft:Q>ft)?$:S(Q),Lt=l[ht];yt==$?Lt!=null?(k=Lt,D==null?(v(E,yt,A(k)),q=D=V=k):k<D?D=k:k>V&&(V=k)):Lt===null&&(B=!0):(D!=null&&P(E,$,A(D),A(V),A(q),A(k)),Lt!=null?(k=Lt,v(E,yt,A(k)),D=V=q=k):(D=V=null,Lt===null&&(B=!0)),$=yt,ft=W($+T))}D!=null&&D!=V&&ct!=$&&P(E,$,A(D),A(V),A(q),A(k))}else for(let W=T==1?s:r;W>=s&&W<=r;W+=T){let D=l[W];D===null?B=!0:D!=null&&v(E,S(a[W]),A(D))}let[L,G]=hp(e,n);if(o.fill!=null||L!=0){let W=_.fill=new Path2D(E),D=o.fillTo(e,n,o.min,o.max,L),V=A(D),q=S(a[s]),k=S(a[r]);T==-1&&([k,q]=[q,k]),v(W,k,V),v(W,q,V)}if(!o.spanGaps){let W=[];B&&W.push(...up(a,l,s,r,T,S,t)),_.gaps=W=o.gaps(e,n,s,r,W),_.clip=mu(W,c.ori,f,p,y,m)}return G!=0&&(_.band=G==2?[Ds(e,n,s,r,E,-1),Ds(e,n,s,r,E,1)]:Ds(e,n,s,r,E,G)),_})}function DA(i){let t=Ie(i.align,1),e=Ie(i.ascDesc,!1),n=Ie(i.alignGaps,0),s=Ie(i.extend,!1);return(r,o,a,l)=>Or(r,o,(c,h,u,d,f,p,y,m,g,S,A)=>{[a,l]=uu(u,a,l);let v=c.pxRound,{left:P,width:T}=r.bbox,_=j=>v(p(j,d,S,m)),E=j=>v(y(j,f,A,g)),B=d.ori==0?Jo:Ko,U={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Zo},L=U.stroke,G=d.dir*(d.ori==0?1:-1),W=E(u[G==1?a:l]),D=_(h[G==1?a:l]),V=D,q=D;s&&t==-1&&(q=P,B(L,q,W)),B(L,D,W);for(let j=G==1?a:l;j>=a&&j<=l;j+=G){let tt=u[j];if(tt==null)continue;let ft=_(h[j]),ht=E(tt);t==1?B(L,ft,W):B(L,V,ht),B(L,ft,ht),W=ht,V=ft}let k=V;s&&t==1&&(k=P+T,B(L,k,W));let[ct,$]=hp(r,o);if(c.fill!=null||ct!=0){let j=U.fill=new Path2D(L),tt=c.fillTo(r,o,c.min,c.max,ct),ft=E(tt);B(j,k,ft),B(j,q,ft)}if(!c.spanGaps){let j=[];j.push(...up(h,u,a,l,G,_,n));let tt=c.width*Ne/2,ft=e||t==1?tt:-tt,ht=e||t==-1?-tt:tt;j.forEach(Q=>{Q[0]+=ft,Q[1]+=ht}),U.gaps=j=c.gaps(r,o,a,l,j),U.clip=mu(j,d.ori,m,g,S,A)}return $!=0&&(U.band=$==2?[Ds(r,o,a,l,L,-1),Ds(r,o,a,l,L,1)]:Ds(r,o,a,l,L,$)),U})}function m_(i,t,e,n,s,r,o=We){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=bn(i[l]-i[a]);h<c&&(c=h,o=bn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function NA(i){i=i||Pl;let t=Ie(i.size,[.6,We,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Te(s),o=1-t[0],a=Ie(t[1],We),l=Ie(t[2],1),c=Ie(i.disp,Pl),h=Ie(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,y,m)=>Or(f,p,(g,S,A,v,P,T,_,E,B,U,L)=>{let G=g.pxRound,W=e,D=n*Ne,V=a*Ne,q=l*Ne,k,ct;v.ori==0?[k,ct]=r(f,p):[ct,k]=r(f,p);let $=v.dir*(v.ori==0?1:-1),j=v.ori==0?xu:dp,tt=v.ori==0?h:(Mt,Xt,ue,Et,Ue,Zt,te)=>{h(Mt,Xt,ue,Ue,Et,te,Zt)},ft=Ie(f.bands,rp).find(Mt=>Mt.series[0]==p),ht=ft!=null?ft.dir:0,Q=g.fillTo(f,p,g.min,g.max,ht),_t=G(_(Q,P,L,B)),yt,Lt,wt,Gt=U,re=G(g.width*Ne),Jt=!1,oe=null,se=null,rt=null,vt=null;u!=null&&(re==0||d!=null)&&(Jt=!0,oe=u.values(f,p,y,m),se=new Map,new Set(oe).forEach(Mt=>{Mt!=null&&se.set(Mt,new Path2D)}),re>0&&(rt=d.values(f,p,y,m),vt=new Map,new Set(rt).forEach(Mt=>{Mt!=null&&vt.set(Mt,new Path2D)})));let{x0:xt,size:Bt}=c;if(xt!=null&&Bt!=null){W=1,S=xt.values(f,p,y,m),xt.unit==2&&(S=S.map(ue=>f.posToVal(E+ue*U,v.key,!0)));let Mt=Bt.values(f,p,y,m);Bt.unit==2?Lt=Mt[0]*U:Lt=T(Mt[0],v,U,E)-T(0,v,U,E),Gt=m_(S,A,T,v,U,E,Gt),wt=Gt-Lt+D}else Gt=m_(S,A,T,v,U,E,Gt),wt=Gt*o+D,Lt=Gt-wt;wt<1&&(wt=0),re>=Lt/2&&(re=0),wt<5&&(G=w_);let Dt=wt>0,ie=Gt-wt-(Dt?re:0);Lt=G(Yf(ie,q,V)),yt=(W==0?Lt/2:W==$?0:Lt)-W*$*((W==0?D/2:0)+(Dt?re/2:0));let zt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},_e=Jt?null:new Path2D,pe=null;if(ft!=null)pe=f.data[ft.series[1]];else{let{y0:Mt,y1:Xt}=c;Mt!=null&&Xt!=null&&(A=Xt.values(f,p,y,m),pe=Mt.values(f,p,y,m))}let ye=k*Lt,F=ct*Lt;for(let Mt=$==1?y:m;Mt>=y&&Mt<=m;Mt+=$){let Xt=A[Mt];if(Xt==null)continue;if(pe!=null){let X=pe[Mt]??0;if(Xt-X==0)continue;_t=_(X,P,L,B)}let ue=v.distr!=2||c!=null?S[Mt]:Mt,Et=T(ue,v,U,E),Ue=_(Ie(Xt,Q),P,L,B),Zt=G(Et-yt),te=G(Kn(Ue,_t)),C=G(Hi(Ue,_t)),M=te-C;if(Xt!=null){let X=Xt<0?F:ye,dt=Xt<0?ye:F;Jt?(re>0&&rt[Mt]!=null&&j(vt.get(rt[Mt]),Zt,C+gi(re/2),Lt,Kn(0,M-re),X,dt),oe[Mt]!=null&&j(se.get(oe[Mt]),Zt,C+gi(re/2),Lt,Kn(0,M-re),X,dt)):j(_e,Zt,C+gi(re/2),Lt,Kn(0,M-re),X,dt),tt(f,p,Mt,Zt-re/2,C,Lt+re,M)}}return re>0?zt.stroke=Jt?vt:_e:Jt||(zt._fill=g.width==0?g._fill:g._stroke??g._fill,zt.width=0),zt.fill=Jt?se:_e,zt})}function UA(i,t){let e=Ie(t?.alignGaps,0);return(n,s,r,o)=>Or(n,s,(a,l,c,h,u,d,f,p,y,m,g)=>{[r,o]=uu(c,r,o);let S=a.pxRound,A=k=>S(d(k,h,m,p)),v=k=>S(f(k,u,g,y)),P,T,_;h.ori==0?(P=gu,_=Jo,T=K_):(P=_u,_=Ko,T=j_);let E=h.dir*(h.ori==0?1:-1),B=A(l[E==1?r:o]),U=B,L=[],G=[];for(let k=E==1?r:o;k>=r&&k<=o;k+=E)if(c[k]!=null){let $=l[k],j=A($);L.push(U=j),G.push(v(c[k]))}let W={stroke:i(L,G,P,_,T,S),fill:null,clip:null,band:null,gaps:null,flags:Zo},D=W.stroke,[V,q]=hp(n,s);if(a.fill!=null||V!=0){let k=W.fill=new Path2D(D),ct=a.fillTo(n,s,a.min,a.max,V),$=v(ct);_(k,U,$),_(k,B,$)}if(!a.spanGaps){let k=[];k.push(...up(l,c,r,o,E,A,e)),W.gaps=k=a.gaps(n,s,r,o,k),W.clip=mu(k,h.ori,p,y,m,g)}return q!=0&&(W.band=q==2?[Ds(n,s,r,o,D,-1),Ds(n,s,r,o,D,1)]:Ds(n,s,r,o,D,q)),W})}function FA(i){return UA(OA,i)}function OA(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,t[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,i[d+1],t[d+1])}return a}var Kf=new Set;function g_(){for(let i of Kf)i.syncRect(!0)}$o&&(Ur(_E,Wo,g_),Ur(xE,Wo,g_,!0),Ur(lu,Wo,()=>{Ln.pxRatio=Ne}));var BA=ex(),zA=Q_();function __(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>jf(r,o,t,e))}function kA(i,t){return i.map((e,n)=>n==0?{}:gn({},t,e))}function jf(i,t,e,n){return gn({},t==0?e:n,i)}function nx(i,t,e){return t==null?qo:[t,e]}var VA=nx;function GA(i,t,e){return t==null?qo:cu(t,e,ip,!0)}function ix(i,t,e,n){return t==null?qo:du(t,e,i.scales[n].log,!1)}var HA=ix;function sx(i,t,e,n){return t==null?qo:np(t,e,i.scales[n].log,!1)}var WA=sx;function XA(i,t,e,n,s){let r=Kn($0(i),$0(t)),o=t-i,a=Gi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?lr.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function x_(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=Mn((e=+s)*Ne))+"px"),[i,t,e]}function qA(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Xe(t[2]*Ne,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Ln(i,t,e){let n={mode:Ie(i.mode,1)},s=n.mode;function r(x,b,I,N){let H=b.valToPct(x);return N+I*(b.dir==-1?1-H:H)}function o(x,b,I,N){let H=b.valToPct(x);return N+I*(b.dir==-1?H:1-H)}function a(x,b,I,N){return b.ori==0?r(x,b,I,N):o(x,b,I,N)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Ti(Q1);if(i.id!=null&&(c.id=i.id),mi(c,i.class),i.title){let x=Ti(nE,c);x.textContent=i.title}let h=Vi("canvas"),u=n.ctx=h.getContext("2d"),d=Ti(iE,c);Ur("click",d,x=>{x.target===p&&($e!=Xr||tn!=qr)&&Pn.click(n,x)},!0);let f=n.under=Ti(sE,d);d.appendChild(h);let p=n.over=Ti(rE,d);i=Yo(i);let y=+Ie(i.pxAlign,1),m=p_(y);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let g=i.ms||.001,S=n.series=s==1?__(i.series||[],a_,d_,!1):kA(i.series||[null],u_),A=n.axes=__(i.axes||[],o_,c_,!0),v=n.scales={},P=n.bands=i.bands||[];P.forEach(x=>{x.fill=Te(x.fill||null),x.dir=Ie(x.dir,-1)});let T=s==2?S[1].facets[0].scale:S[0].scale,_={axes:fs,series:be},E=(i.drawOrder||["axes","series"]).map(x=>_[x]);function B(x){let b=x.distr==3?I=>Ls(I>0?I:x.clamp(n,I,x.min,x.max,x.key)):x.distr==4?I=>zf(I,x.asinh):x.distr==100?I=>x.fwd(I):I=>I;return I=>{let N=b(I),{_min:H,_max:J}=x,at=J-H;return(N-H)/at}}function U(x){let b=v[x];if(b==null){let I=(i.scales||Pl)[x]||Pl;if(I.from!=null){U(I.from);let N=gn({},v[I.from],I,{key:x});N.valToPct=B(N),v[x]=N}else{b=v[x]=gn({},x==T?q_:CA,I),b.key=x;let N=b.time,H=b.range,J=ar(H);if((x!=T||s==2&&!N)&&(J&&(H[0]==null||H[1]==null)&&(H={min:H[0]==null?q0:{mode:1,hard:H[0],soft:H[0]},max:H[1]==null?q0:{mode:1,hard:H[1],soft:H[1]}},J=!1),!J&&pu(H))){let at=H;H=(mt,Tt,kt)=>Tt==null?qo:cu(Tt,kt,at)}b.range=Te(H||(N?VA:x==T?b.distr==3?HA:b.distr==4?WA:nx:b.distr==3?ix:b.distr==4?sx:GA)),b.auto=Te(J?!1:b.auto),b.clamp=Te(b.clamp||TA),b._min=b._max=null,b.valToPct=B(b)}}}U("x"),U("y"),s==1&&S.forEach(x=>{U(x.scale)}),A.forEach(x=>{U(x.scale)});for(let x in i.scales)U(x);let L=v[T],G=L.distr,W,D;L.ori==0?(mi(c,tE),W=r,D=o):(mi(c,eE),W=o,D=r);let V={};for(let x in v){let b=v[x];(b.min!=null||b.max!=null)&&(V[x]={min:b.min,max:b.max},b.min=b.max=null)}let q=i.tzDate||(x=>new Date(Mn(x/g))),k=i.fmtDate||op,ct=g==1?tA(q):iA(q),$=i_(q,n_(g==1?QE:nA,k)),j=r_(q,s_(rA,k)),tt=[],ft=n.legend=gn({},lA,i.legend),ht=n.cursor=gn({},pA,{drag:{y:s==2}},i.cursor),Q=ft.show,_t=ht.show,yt=ft.markers;ft.idxs=tt,yt.width=Te(yt.width),yt.dash=Te(yt.dash),yt.stroke=Te(yt.stroke),yt.fill=Te(yt.fill);let Lt,wt,Gt,re=[],Jt=[],oe,se=!1,rt={};if(ft.live){let x=S[1]?S[1].values:null;se=x!=null,oe=se?x(n,1,0):{_:0};for(let b in oe)rt[b]=tp}if(Q)if(Lt=Vi("table",uE,c),Gt=Vi("tbody",null,Lt),ft.mount(n,Lt),se){wt=Vi("thead",null,Lt,Gt);let x=Vi("tr",null,wt);Vi("th",null,x);for(var vt in oe)Vi("th",D0,x).textContent=vt}else mi(Lt,fE),ft.live&&mi(Lt,dE);let xt={show:!0},Bt={show:!1};function Dt(x,b){if(b==0&&(se||!ft.live||s==2))return qo;let I=[],N=Vi("tr",pE,Gt,Gt.childNodes[b]);mi(N,x.class),x.show||mi(N,Nr);let H=Vi("th",null,N);if(yt.show){let mt=Ti(mE,H);if(b>0){let Tt=yt.width(n,b);Tt&&(mt.style.border=Tt+"px "+yt.dash(n,b)+" "+yt.stroke(n,b)),mt.style.background=yt.fill(n,b)}}let J=Ti(D0,H);x.label instanceof HTMLElement?J.appendChild(x.label):J.textContent=x.label,b>0&&(yt.show||(J.style.color=x.width>0?yt.stroke(n,b):yt.fill(n,b)),zt("click",H,mt=>{if(ht._lock)return;ce(mt);let Tt=S.indexOf(x);if((mt.ctrlKey||mt.metaKey)!=ft.isolate){let kt=S.some((Vt,Wt)=>Wt>0&&Wt!=Tt&&Vt.show);S.forEach((Vt,Wt)=>{Wt>0&&Yi(Wt,kt?Wt==Tt?xt:Bt:xt,!0,fn.setSeries)})}else Yi(Tt,{show:!x.show},!0,fn.setSeries)},!1),he&&zt(O0,H,mt=>{ht._lock||(ce(mt),Yi(S.indexOf(x),Zr,!0,fn.setSeries))},!1));for(var at in oe){let mt=Vi("td",gE,N);mt.textContent="--",I.push(mt)}return[N,I]}let ie=new Map;function zt(x,b,I,N=!0){let H=ie.get(b)||{},J=ht.bind[x](n,b,I,N);J&&(Ur(x,b,H[x]=J),ie.set(b,H))}function _e(x,b,I){let N=ie.get(b)||{};for(let H in N)(x==null||H==x)&&(qf(H,b,N[H]),delete N[H]);x==null&&ie.delete(b)}let pe=0,ye=0,F=0,Mt=0,Xt=0,ue=0,Et=Xt,Ue=ue,Zt=F,te=Mt,C=0,M=0,X=0,dt=0;n.bbox={};let ot=!1,bt=!1,At=!1,et=!1,it=!1,gt=!1;function O(x,b,I){(I||x!=n.width||b!=n.height)&&st(x,b),ve(!1),At=!0,bt=!0,Fn()}function st(x,b){n.width=pe=F=x,n.height=ye=Mt=b,Xt=ue=0,Ct(),Kt();let I=n.bbox;C=I.left=Lr(Xt*Ne,.5),M=I.top=Lr(ue*Ne,.5),X=I.width=Lr(F*Ne,.5),dt=I.height=Lr(Mt*Ne,.5)}let nt=3;function Rt(){let x=!1,b=0;for(;!x;){b++;let I=Gr(b),N=qi(b);x=b==nt||I&&N,x||(st(n.width,n.height),bt=!0)}}function St({width:x,height:b}){O(x,b)}n.setSize=St;function Ct(){let x=!1,b=!1,I=!1,N=!1;A.forEach((H,J)=>{if(H.show&&H._show){let{side:at,_size:mt}=H,Tt=at%2,kt=H.label!=null?H.labelSize:0,Vt=mt+kt;Vt>0&&(Tt?(F-=Vt,at==3?(Xt+=Vt,N=!0):I=!0):(Mt-=Vt,at==0?(ue+=Vt,x=!0):b=!0))}}),Wi[0]=x,Wi[1]=I,Wi[2]=b,Wi[3]=N,F-=Ri[1]+Ri[3],Xt+=Ri[3],Mt-=Ri[2]+Ri[0],ue+=Ri[0]}function Kt(){let x=Xt+F,b=ue+Mt,I=Xt,N=ue;function H(J,at){switch(J){case 1:return x+=at,x-at;case 2:return b+=at,b-at;case 3:return I-=at,I+at;case 0:return N-=at,N+at}}A.forEach((J,at)=>{if(J.show&&J._show){let mt=J.side;J._pos=H(mt,J._size),J.label!=null&&(J._lpos=H(mt,J.labelSize))}})}if(ht.dataIdx==null){let x=ht.hover,b=x.skip=new Set(x.skip??[]);b.add(void 0);let I=x.prox=Te(x.prox),N=x.bias??=0;ht.dataIdx=(H,J,at,mt)=>{if(J==0)return at;let Tt=at,kt=I(H,J,at,mt)??We,Vt=kt>=0&&kt<We,Wt=L.ori==0?F:Mt,ge=ht.left,Le=t[0],Re=t[J];if(b.has(Re[at])){Tt=null;let we=null,ae=null,jt;if(N==0||N==-1)for(jt=at;we==null&&jt-- >0;)b.has(Re[jt])||(we=jt);if(N==0||N==1)for(jt=at;ae==null&&jt++<Re.length;)b.has(Re[jt])||(ae=jt);if(we!=null||ae!=null)if(Vt){let Ke=we==null?-1/0:W(Le[we],L,Wt,0),on=ae==null?1/0:W(Le[ae],L,Wt,0),Tn=ge-Ke,He=on-ge;Tn<=He?Tn<=kt&&(Tt=we):He<=kt&&(Tt=ae)}else Tt=ae==null?we:we==null?ae:at-we<=ae-at?we:ae}else Vt&&bn(ge-W(Le[at],L,Wt,0))>kt&&(Tt=null);return Tt}}let ce=x=>{ht.event=x};ht.idxs=tt,ht._lock=!1;let ut=ht.points;ut.show=Te(ut.show),ut.size=Te(ut.size),ut.stroke=Te(ut.stroke),ut.width=Te(ut.width),ut.fill=Te(ut.fill);let qt=n.focus=gn({},i.focus||{alpha:.3},ht.focus),he=qt.prox>=0,Nt=he&&ut.one,xe=[],Ze=[],Vn=[];function ta(x,b){let I=ut.show(n,b);if(I instanceof HTMLElement)return mi(I,hE),mi(I,x.class),rs(I,-10,-10,F,Mt),p.insertBefore(I,xe[b]),I}function zr(x,b){if(s==1||b>0){let I=s==1&&v[x.scale].time,N=x.value;x.value=I?j0(N)?r_(q,s_(N,k)):N||j:N||wA,x.label=x.label||(I?gA:mA)}if(Nt||b>0){x.width=x.width==null?1:x.width,x.paths=x.paths||BA||CE,x.fillTo=Te(x.fillTo||RA),x.pxAlign=+Ie(x.pxAlign,y),x.pxRound=p_(x.pxAlign),x.stroke=Te(x.stroke||null),x.fill=Te(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let I=EA(Kn(1,x.width),1),N=x.points=gn({},{size:I,width:Kn(1,I*.2),stroke:x.stroke,space:I*2,paths:zA,_stroke:null,_fill:null},x.points);N.show=Te(N.show),N.filter=Te(N.filter),N.fill=Te(N.fill),N.stroke=Te(N.stroke),N.paths=Te(N.paths),N.pxAlign=x.pxAlign}if(Q){let I=Dt(x,b);re.splice(b,0,I[0]),Jt.splice(b,0,I[1]),ft.values.push(null)}if(_t){tt.splice(b,0,null);let I=null;Nt?b==0&&(I=ta(x,b)):b>0&&(I=ta(x,b)),xe.splice(b,0,I),Ze.splice(b,0,0),Vn.splice(b,0,0)}An("addSeries",b)}function Fu(x,b){b=b??S.length,x=s==1?jf(x,b,a_,d_):jf(x,b,{},u_),S.splice(b,0,x),zr(S[b],b)}n.addSeries=Fu;function Ll(x){if(S.splice(x,1),Q){ft.values.splice(x,1),Jt.splice(x,1);let b=re.splice(x,1)[0];_e(null,b.firstChild),b.remove()}_t&&(tt.splice(x,1),xe.splice(x,1)[0].remove(),Ze.splice(x,1),Vn.splice(x,1)),An("delSeries",x)}n.delSeries=Ll;let Wi=[!1,!1,!1,!1];function hs(x,b){if(x._show=x.show,x.show){let I=x.side%2,N=v[x.scale];N==null&&(x.scale=I?S[1].scale:T,N=v[x.scale]);let H=N.time;x.size=Te(x.size),x.space=Te(x.space),x.rotate=Te(x.rotate),ar(x.incrs)&&x.incrs.forEach(at=>{!lr.has(at)&&lr.set(at,T_(at))}),x.incrs=Te(x.incrs||(N.distr==2?JE:H?g==1?jE:eA:Dr)),x.splits=Te(x.splits||(H&&N.distr==1?ct:N.distr==3?Zf:N.distr==4?yA:xA)),x.stroke=Te(x.stroke),x.grid.stroke=Te(x.grid.stroke),x.ticks.stroke=Te(x.ticks.stroke),x.border.stroke=Te(x.border.stroke);let J=x.values;x.values=ar(J)&&!ar(J[0])?Te(J):H?ar(J)?i_(q,n_(J,k)):j0(J)?sA(q,J):J||$:J||_A,x.filter=Te(x.filter||(N.distr>=3&&N.log==10?MA:N.distr==3&&N.log==2?bA:E_)),x.font=x_(x.font),x.labelFont=x_(x.labelFont),x._size=x.size(n,null,b,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Wi[b]=!0,x._el=Ti(oE,d))}}function us(x,b,I,N){let[H,J,at,mt]=I,Tt=b%2,kt=0;return Tt==0&&(mt||J)&&(kt=b==0&&!H||b==2&&!at?Mn(o_.size/3):0),Tt==1&&(H||at)&&(kt=b==1&&!J||b==3&&!mt?Mn(c_.size/2):0),kt}let ea=n.padding=(i.padding||[us,us,us,us]).map(x=>Te(Ie(x,us))),Ri=n._padding=ea.map((x,b)=>x(n,b,Wi,0)),sn,ln=null,cn=null,Xi=s==1?S[0].idxs:null,ni=null,Ns=!1;function na(x,b){if(t=x??[],n.data=n._data=t,s==2){sn=0;for(let I=1;I<S.length;I++)sn+=t[I][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),ni=t[0],sn=ni.length;let I=t;if(G==2){I=t.slice();let N=I[0]=Array(sn);for(let H=0;H<sn;H++)N[H]=H}n._data=t=I}if(ve(!0),An("setData"),G==2&&(At=!0),b!==!1){let I=L;I.auto(n,Ns)?ia():Os(T,I.min,I.max),et=et||ht.left>=0,gt=!0,Fn()}}n.setData=na;function ia(){Ns=!0;let x,b;s==1&&(sn>0?(ln=Xi[0]=0,cn=Xi[1]=sn-1,x=t[0][ln],b=t[0][cn],G==2?(x=ln,b=cn):x==b&&(G==3?[x,b]=du(x,x,L.log,!1):G==4?[x,b]=np(x,x,L.log,!1):L.time?b=x+Mn(86400/g):[x,b]=cu(x,b,ip,!0))):(ln=Xi[0]=x=null,cn=Xi[1]=b=null)),Os(T,x,b)}let kr,Us,Vr,w,z,K,Y,Z,Pt,Ft;function It(x,b,I,N,H,J){x??=U0,I??=rp,N??="butt",H??=U0,J??="round",x!=kr&&(u.strokeStyle=kr=x),H!=Us&&(u.fillStyle=Us=H),b!=Vr&&(u.lineWidth=Vr=b),J!=z&&(u.lineJoin=z=J),N!=K&&(u.lineCap=K=N),I!=w&&u.setLineDash(w=I)}function Ot(x,b,I,N){b!=Us&&(u.fillStyle=Us=b),x!=Y&&(u.font=Y=x),I!=Z&&(u.textAlign=Z=I),N!=Pt&&(u.textBaseline=Pt=N)}function $t(x,b,I,N,H=0){if(N.length>0&&x.auto(n,Ns)&&(b==null||b.min==null)){let J=Ie(ln,0),at=Ie(cn,N.length-1),mt=I.min==null?ME(N,J,at,H,x.distr==3):[I.min,I.max];x.min=Hi(x.min,I.min=mt[0]),x.max=Kn(x.max,I.max=mt[1])}}let de={min:null,max:null};function Me(){for(let N in v){let H=v[N];V[N]==null&&(H.min==null||V[T]!=null&&H.auto(n,Ns))&&(V[N]=de)}for(let N in v){let H=v[N];V[N]==null&&H.from!=null&&V[H.from]!=null&&(V[N]=de)}V[T]!=null&&ve(!0);let x={};for(let N in V){let H=V[N];if(H!=null){let J=x[N]=Yo(v[N],IE);if(H.min!=null)gn(J,H);else if(N!=T||s==2)if(sn==0&&J.from==null){let at=J.range(n,null,null,N);J.min=at[0],J.max=at[1]}else J.min=We,J.max=-We}}if(sn>0){S.forEach((N,H)=>{if(s==1){let J=N.scale,at=V[J];if(at==null)return;let mt=x[J];if(H==0){let Tt=mt.range(n,mt.min,mt.max,J);mt.min=Tt[0],mt.max=Tt[1],ln=Gi(mt.min,t[0]),cn=Gi(mt.max,t[0]),cn-ln>1&&(t[0][ln]<mt.min&&ln++,t[0][cn]>mt.max&&cn--),N.min=ni[ln],N.max=ni[cn]}else N.show&&N.auto&&$t(mt,at,N,t[H],N.sorted);N.idxs[0]=ln,N.idxs[1]=cn}else if(H>0&&N.show&&N.auto){let[J,at]=N.facets,mt=J.scale,Tt=at.scale,[kt,Vt]=t[H],Wt=x[mt],ge=x[Tt];Wt!=null&&$t(Wt,V[mt],J,kt,J.sorted),ge!=null&&$t(ge,V[Tt],at,Vt,at.sorted),N.min=at.min,N.max=at.max}});for(let N in x){let H=x[N],J=V[N];if(H.from==null&&(J==null||J.min==null)){let at=H.range(n,H.min==We?null:H.min,H.max==-We?null:H.max,N);H.min=at[0],H.max=at[1]}}}for(let N in x){let H=x[N];if(H.from!=null){let J=x[H.from];if(J.min==null)H.min=H.max=null;else{let at=H.range(n,J.min,J.max,N);H.min=at[0],H.max=at[1]}}}let b={},I=!1;for(let N in x){let H=x[N],J=v[N];if(J.min!=H.min||J.max!=H.max){J.min=H.min,J.max=H.max;let at=J.distr;J._min=at==3?Ls(J.min):at==4?zf(J.min,J.asinh):at==100?J.fwd(J.min):J.min,J._max=at==3?Ls(J.max):at==4?zf(J.max,J.asinh):at==100?J.fwd(J.max):J.max,b[N]=I=!0}}if(I){S.forEach((N,H)=>{s==2?H>0&&b.y&&(N._paths=null):b[N.scale]&&(N._paths=null)});for(let N in b)At=!0,An("setScale",N);_t&&ht.left>=0&&(et=gt=!0)}for(let N in V)V[N]=null}function Yt(x){let b=Yf(ln-1,0,sn-1),I=Yf(cn+1,0,sn-1);for(;x[b]==null&&b>0;)b--;for(;x[I]==null&&I<sn-1;)I++;return[b,I]}function be(){if(sn>0){let x=S.some(b=>b._focus)&&Ft!=qt.alpha;x&&(u.globalAlpha=Ft=qt.alpha),S.forEach((b,I)=>{if(I>0&&b.show&&(en(I,!1),en(I,!0),b._paths==null)){let N=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha);let H=s==2?[0,t[I][0].length-1]:Yt(t[I]);b._paths=b.paths(n,I,H[0],H[1]),Ft!=N&&(u.globalAlpha=Ft=N)}}),S.forEach((b,I)=>{if(I>0&&b.show){let N=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha),b._paths!=null&&ke(I,!1);{let H=b._paths!=null?b._paths.gaps:null,J=b.points.show(n,I,ln,cn,H),at=b.points.filter(n,I,J,H);(J||at)&&(b.points._paths=b.points.paths(n,I,ln,cn,at),ke(I,!0))}Ft!=N&&(u.globalAlpha=Ft=N),An("drawSeries",I)}}),x&&(u.globalAlpha=Ft=1)}}function en(x,b){let I=b?S[x].points:S[x];I._stroke=I.stroke(n,x),I._fill=I.fill(n,x)}function ke(x,b){let I=b?S[x].points:S[x],{stroke:N,fill:H,clip:J,flags:at,_stroke:mt=I._stroke,_fill:Tt=I._fill,_width:kt=I.width}=I._paths;kt=Xe(kt*Ne,3);let Vt=null,Wt=kt%2/2;b&&Tt==null&&(Tt=kt>0?"#fff":mt);let ge=I.pxAlign==1&&Wt>0;if(ge&&u.translate(Wt,Wt),!b){let Le=C-kt/2,Re=M-kt/2,we=X+kt,ae=dt+kt;Vt=new Path2D,Vt.rect(Le,Re,we,ae)}b?Ht(mt,kt,I.dash,I.cap,Tt,N,H,at,J):Ve(x,mt,kt,I.dash,I.cap,Tt,N,H,at,Vt,J),ge&&u.translate(-Wt,-Wt)}function Ve(x,b,I,N,H,J,at,mt,Tt,kt,Vt){let Wt=!1;Tt!=0&&P.forEach((ge,Le)=>{if(ge.series[0]==x){let Re=S[ge.series[1]],we=t[ge.series[1]],ae=(Re._paths||Pl).band;ar(ae)&&(ae=ge.dir==1?ae[0]:ae[1]);let jt,Ke=null;Re.show&&ae&&wE(we,ln,cn)?(Ke=ge.fill(n,Le)||J,jt=Re._paths.clip):ae=null,Ht(b,I,N,H,Ke,at,mt,Tt,kt,Vt,jt,ae),Wt=!0}}),Wt||Ht(b,I,N,H,J,at,mt,Tt,kt,Vt)}let _n=Zo|Jf;function Ht(x,b,I,N,H,J,at,mt,Tt,kt,Vt,Wt){It(x,b,I,N,H),(Tt||kt||Wt)&&(u.save(),Tt&&u.clip(Tt),kt&&u.clip(kt)),Wt?(mt&_n)==_n?(u.clip(Wt),Vt&&u.clip(Vt),Ee(H,at),hn(x,J,b)):mt&Jf?(Ee(H,at),u.clip(Wt),hn(x,J,b)):mt&Zo&&(u.save(),u.clip(Wt),Vt&&u.clip(Vt),Ee(H,at),u.restore(),hn(x,J,b)):(Ee(H,at),hn(x,J,b)),(Tt||kt||Wt)&&u.restore()}function hn(x,b,I){I>0&&(b instanceof Map?b.forEach((N,H)=>{u.strokeStyle=kr=H,u.stroke(N)}):b!=null&&x&&u.stroke(b))}function Ee(x,b){b instanceof Map?b.forEach((I,N)=>{u.fillStyle=Us=N,u.fill(I)}):b!=null&&x&&u.fill(b)}function ds(x,b,I,N){let H=A[x],J;if(N<=0)J=[0,0];else{let at=H._space=H.space(n,x,b,I,N),mt=H._incrs=H.incrs(n,x,b,I,N,at);J=XA(b,I,mt,N,at)}return H._found=J}function un(x,b,I,N,H,J,at,mt,Tt,kt){let Vt=at%2/2;y==1&&u.translate(Vt,Vt),It(mt,at,Tt,kt,mt),u.beginPath();let Wt,ge,Le,Re,we=H+(N==0||N==3?-J:J);I==0?(ge=H,Re=we):(Wt=H,Le=we);for(let ae=0;ae<x.length;ae++)b[ae]!=null&&(I==0?Wt=Le=x[ae]:ge=Re=x[ae],u.moveTo(Wt,ge),u.lineTo(Le,Re));u.stroke(),y==1&&u.translate(-Vt,-Vt)}function Gr(x){let b=!0;return A.forEach((I,N)=>{if(!I.show)return;let H=v[I.scale];if(H.min==null){I._show&&(b=!1,I._show=!1,ve(!1));return}else I._show||(b=!1,I._show=!0,ve(!1));let J=I.side,at=J%2,{min:mt,max:Tt}=H,[kt,Vt]=ds(N,mt,Tt,at==0?F:Mt);if(Vt==0)return;let Wt=H.distr==2,ge=I._splits=I.splits(n,N,mt,Tt,kt,Vt,Wt),Le=H.distr==2?ge.map(jt=>ni[jt]):ge,Re=H.distr==2?ni[ge[1]]-ni[ge[0]]:kt,we=I._values=I.values(n,I.filter(n,Le,N,Vt,Re),N,Vt,Re);I._rotate=J==2?I.rotate(n,we,N,Vt):0;let ae=I._size;I._size=Ci(I.size(n,we,N,x)),ae!=null&&I._size!=ae&&(b=!1)}),b}function qi(x){let b=!0;return ea.forEach((I,N)=>{let H=I(n,N,Wi,x);H!=Ri[N]&&(b=!1),Ri[N]=H}),b}function fs(){for(let x=0;x<A.length;x++){let b=A[x];if(!b.show||!b._show)continue;let I=b.side,N=I%2,H,J,at=b.stroke(n,x),mt=I==0||I==3?-1:1,[Tt,kt]=b._found;if(b.label!=null){let Wn=b.labelGap*mt,ri=Mn((b._lpos+Wn)*Ne);Ot(b.labelFont[0],at,"center",I==2?"top":N0),u.save(),N==1?(H=J=0,u.translate(ri,Mn(M+dt/2)),u.rotate((I==3?-au:au)/2)):(H=Mn(C+X/2),J=ri);let dr=b_(b.label)?b.label(n,x,Tt,kt):b.label;u.fillText(dr,H,J),u.restore()}if(kt==0)continue;let Vt=v[b.scale],Wt=N==0?X:dt,ge=N==0?C:M,Le=b._splits,Re=Vt.distr==2?Le.map(Wn=>ni[Wn]):Le,we=Vt.distr==2?ni[Le[1]]-ni[Le[0]]:Tt,ae=b.ticks,jt=b.border,Ke=ae.show?ae.size:0,on=Mn(Ke*Ne),Tn=Mn((b.alignTo==2?b._size-Ke-b.gap:b.gap)*Ne),He=b._rotate*-au/180,an=m(b._pos*Ne),ii=(on+Tn)*mt,Hn=an+ii;J=N==0?Hn:0,H=N==1?Hn:0;let xi=b.font[0],Pi=b.align==1?Go:b.align==2?Ff:He>0?Go:He<0?Ff:N==0?"center":I==3?Ff:Go,$i=He||N==1?"middle":I==2?"top":N0;Ot(xi,at,Pi,$i);let si=b.font[1]*b.lineGap,yi=Le.map(Wn=>m(a(Wn,Vt,Wt,ge))),Ii=b._values;for(let Wn=0;Wn<Ii.length;Wn++){let ri=Ii[Wn];if(ri!=null){N==0?H=yi[Wn]:J=yi[Wn],ri=""+ri;let dr=ri.indexOf(`
`)==-1?[ri]:ri.split(/\n/gm);for(let Xn=0;Xn<dr.length;Xn++){let Bp=dr[Xn];He?(u.save(),u.translate(H,J+Xn*si),u.rotate(He),u.fillText(Bp,0,0),u.restore()):u.fillText(Bp,H,J+Xn*si)}}}ae.show&&un(yi,ae.filter(n,Re,x,kt,we),N,I,an,on,Xe(ae.width*Ne,3),ae.stroke(n,x),ae.dash,ae.cap);let Ji=b.grid;Ji.show&&un(yi,Ji.filter(n,Re,x,kt,we),N,N==0?2:1,N==0?M:C,N==0?dt:X,Xe(Ji.width*Ne,3),Ji.stroke(n,x),Ji.dash,Ji.cap),jt.show&&un([an],[1],N==0?1:0,N==0?1:2,N==1?M:C,N==1?dt:X,Xe(jt.width*Ne,3),jt.stroke(n,x),jt.dash,jt.cap)}An("drawAxes")}function ve(x){S.forEach((b,I)=>{I>0&&(b._paths=null,x&&(s==1?(b.min=null,b.max=null):b.facets.forEach(N=>{N.min=null,N.max=null})))})}let rn=!1,Gn=!1,Ge=[];function dn(){Gn=!1;for(let x=0;x<Ge.length;x++)An(...Ge[x]);Ge.length=0}function Fn(){rn||(BE(vp),rn=!0)}function Dl(x,b=!1){rn=!0,Gn=b,x(n),vp(),b&&Ge.length>0&&queueMicrotask(dn)}n.batch=Dl;function vp(){if(ot&&(Me(),ot=!1),At&&(Rt(),At=!1),bt){if(Qe(f,Go,Xt),Qe(f,"top",ue),Qe(f,Al,F),Qe(f,Tl,Mt),Qe(p,Go,Xt),Qe(p,"top",ue),Qe(p,Al,F),Qe(p,Tl,Mt),Qe(d,Al,pe),Qe(d,Tl,ye),h.width=Mn(pe*Ne),h.height=Mn(ye*Ne),A.forEach(({_el:x,_show:b,_size:I,_pos:N,side:H})=>{if(x!=null)if(b){let J=H===3||H===0?I:0,at=H%2==1;Qe(x,at?"left":"top",N-J),Qe(x,at?"width":"height",I),Qe(x,at?"top":"left",at?ue:Xt),Qe(x,at?"height":"width",at?Mt:F),Xf(x,Nr)}else mi(x,Nr)}),kr=Us=Vr=z=K=Y=Z=Pt=w=null,Ft=1,oa(!0),Xt!=Et||ue!=Ue||F!=Zt||Mt!=te){ve(!1);let x=F/Zt,b=Mt/te;if(_t&&!et&&ht.left>=0){ht.left*=x,ht.top*=b,Hr&&rs(Hr,Mn(ht.left),0,F,Mt),Wr&&rs(Wr,0,Mn(ht.top),F,Mt);for(let I=0;I<xe.length;I++){let N=xe[I];N!=null&&(Ze[I]*=x,Vn[I]*=b,rs(N,Ci(Ze[I]),Ci(Vn[I]),F,Mt))}}if(Je.show&&!it&&Je.left>=0&&Je.width>0){Je.left*=x,Je.width*=x,Je.top*=b,Je.height*=b;for(let I in Gu)Qe(Yr,I,Je[I])}Et=Xt,Ue=ue,Zt=F,te=Mt}An("setSize"),bt=!1}pe>0&&ye>0&&(u.clearRect(0,0,h.width,h.height),An("drawClear"),E.forEach(x=>x()),An("draw")),Je.show&&it&&(Nl(Je),it=!1),_t&&et&&(ur(null,!0,!1),et=!1),ft.show&&ft.live&&gt&&(ku(),gt=!1),l||(l=!0,n.status=1,An("ready")),Ns=!1,rn=!1}n.redraw=(x,b)=>{At=b||!1,x!==!1?Os(T,L.min,L.max):Fn()};function Ou(x,b){let I=v[x];if(I.from==null){if(sn==0){let N=I.range(n,b.min,b.max,x);b.min=N[0],b.max=N[1]}if(b.min>b.max){let N=b.min;b.min=b.max,b.max=N}if(sn>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;x==T&&I.distr==2&&sn>0&&(b.min=Gi(b.min,t[0]),b.max=Gi(b.max,t[0]),b.min==b.max&&b.max++),V[x]=b,ot=!0,Fn()}}n.setScale=Ou;let Bu,zu,Hr,Wr,Sp,Mp,Xr,qr,bp,wp,$e,tn,Fs=!1,Pn=ht.drag,wn=Pn.x,En=Pn.y;_t&&(ht.x&&(Bu=Ti(lE,p)),ht.y&&(zu=Ti(cE,p)),L.ori==0?(Hr=Bu,Wr=zu):(Hr=zu,Wr=Bu),$e=ht.left,tn=ht.top);let Je=n.select=gn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Yr=Je.show?Ti(aE,Je.over?p:f):null;function Nl(x,b){if(Je.show){for(let I in x)Je[I]=x[I],I in Gu&&Qe(Yr,I,x[I]);b!==!1&&An("setSelect")}}n.setSelect=Nl;function xx(x){if(S[x].show)Q&&Xf(re[x],Nr);else if(Q&&mi(re[x],Nr),_t){let I=Nt?xe[0]:xe[x];I!=null&&rs(I,-10,-10,F,Mt)}}function Os(x,b,I){Ou(x,{min:b,max:I})}function Yi(x,b,I,N){b.focus!=null&&bx(x),b.show!=null&&S.forEach((H,J)=>{J>0&&(x==J||x==null)&&(H.show=b.show,xx(J),s==2?(Os(H.facets[0].scale,null,null),Os(H.facets[1].scale,null,null)):Os(H.scale,null,null),Fn())}),I!==!1&&An("setSeries",x,b),N&&aa("setSeries",n,x,b)}n.setSeries=Yi;function yx(x,b){gn(P[x],b)}function vx(x,b){x.fill=Te(x.fill||null),x.dir=Ie(x.dir,-1),b=b??P.length,P.splice(b,0,x)}function Sx(x){x==null?P.length=0:P.splice(x,1)}n.addBand=vx,n.setBand=yx,n.delBand=Sx;function Mx(x,b){S[x].alpha=b,_t&&xe[x]!=null&&(xe[x].style.opacity=b),Q&&re[x]&&(re[x].style.opacity=b)}let ps,Bs,hr,Zr={focus:!0};function bx(x){if(x!=hr){let b=x==null,I=qt.alpha!=1;S.forEach((N,H)=>{if(s==1||H>0){let J=b||H==0||H==x;N._focus=b?null:J,I&&Mx(H,J?1:qt.alpha)}}),hr=x,I&&Fn()}}Q&&he&&zt(B0,Lt,x=>{ht._lock||(ce(x),hr!=null&&Yi(null,Zr,!0,fn.setSeries))});function Zi(x,b,I){let N=v[b];I&&(x=x/Ne-(N.ori==1?ue:Xt));let H=F;N.ori==1&&(H=Mt,x=H-x),N.dir==-1&&(x=H-x);let J=N._min,at=N._max,mt=x/H,Tt=J+(at-J)*mt,kt=N.distr;return kt==3?Xo(10,Tt):kt==4?AE(Tt,N.asinh):kt==100?N.bwd(Tt):Tt}function wx(x,b){let I=Zi(x,T,b);return Gi(I,t[0],ln,cn)}n.valToIdx=x=>Gi(x,t[0]),n.posToIdx=wx,n.posToVal=Zi,n.valToPos=(x,b,I)=>v[b].ori==0?r(x,v[b],I?X:F,I?C:0):o(x,v[b],I?dt:Mt,I?M:0),n.setCursor=(x,b,I)=>{$e=x.left,tn=x.top,ur(null,b,I)};function Ep(x,b){Qe(Yr,Go,Je.left=x),Qe(Yr,Al,Je.width=b)}function Ap(x,b){Qe(Yr,"top",Je.top=x),Qe(Yr,Tl,Je.height=b)}let sa=L.ori==0?Ep:Ap,ra=L.ori==1?Ep:Ap;function Ex(){if(Q&&ft.live)for(let x=s==2?1:0;x<S.length;x++){if(x==0&&se)continue;let b=ft.values[x],I=0;for(let N in b)Jt[x][I++].firstChild.nodeValue=b[N]}}function ku(x,b){if(x!=null&&(x.idxs?x.idxs.forEach((I,N)=>{tt[N]=I}):PE(x.idx)||tt.fill(x.idx),ft.idx=tt[0]),Q&&ft.live){for(let I=0;I<S.length;I++)(I>0||s==1&&!se)&&Ax(I,tt[I]);Ex()}gt=!1,b!==!1&&An("setLegend")}n.setLegend=ku;function Ax(x,b){let I=S[x],N=x==0&&G==2?ni:t[x],H;se?H=I.values(n,x,b)??rt:(H=I.value(n,b==null?null:N[b],x,b),H=H==null?rt:{_:H}),ft.values[x]=H}function ur(x,b,I){bp=$e,wp=tn,[$e,tn]=ht.move(n,$e,tn),ht.left=$e,ht.top=tn,_t&&(Hr&&rs(Hr,Mn($e),0,F,Mt),Wr&&rs(Wr,0,Mn(tn),F,Mt));let N,H=ln>cn;ps=We,Bs=null;let J=L.ori==0?F:Mt,at=L.ori==1?F:Mt;if($e<0||sn==0||H){N=ht.idx=null;for(let mt=0;mt<S.length;mt++){let Tt=xe[mt];Tt!=null&&rs(Tt,-10,-10,F,Mt)}he&&Yi(null,Zr,!0,x==null&&fn.setSeries),ft.live&&(tt.fill(N),gt=!0)}else{let mt,Tt,kt;s==1&&(mt=L.ori==0?$e:tn,Tt=Zi(mt,T),N=ht.idx=Gi(Tt,t[0],ln,cn),kt=W(t[0][N],L,J,0));let Vt=-10,Wt=-10,ge=0,Le=0,Re=!0,we="",ae="";for(let jt=s==2?1:0;jt<S.length;jt++){let Ke=S[jt],on=tt[jt],Tn=on==null?null:s==1?t[jt][on]:t[jt][1][on],He=ht.dataIdx(n,jt,N,Tt),an=He==null?null:s==1?t[jt][He]:t[jt][1][He];if(gt=gt||an!=Tn||He!=on,tt[jt]=He,jt>0&&Ke.show){let ii=He==null?-10:He==N?kt:W(s==1?t[0][He]:t[jt][0][He],L,J,0),Hn=an==null?-10:D(an,s==1?v[Ke.scale]:v[Ke.facets[1].scale],at,0);if(he&&an!=null){let xi=L.ori==1?$e:tn,Pi=bn(qt.dist(n,jt,He,Hn,xi));if(Pi<ps){let $i=qt.bias;if($i!=0){let si=Zi(xi,Ke.scale),yi=an>=0?1:-1,Ii=si>=0?1:-1;Ii==yi&&(Ii==1?$i==1?an>=si:an<=si:$i==1?an<=si:an>=si)&&(ps=Pi,Bs=jt)}else ps=Pi,Bs=jt}}if(gt||Nt){let xi,Pi;L.ori==0?(xi=ii,Pi=Hn):(xi=Hn,Pi=ii);let $i,si,yi,Ii,Ji,Wn,ri=!0,dr=ut.bbox;if(dr!=null){ri=!1;let Xn=dr(n,jt);yi=Xn.left,Ii=Xn.top,$i=Xn.width,si=Xn.height}else yi=xi,Ii=Pi,$i=si=ut.size(n,jt);if(Wn=ut.fill(n,jt),Ji=ut.stroke(n,jt),Nt)jt==Bs&&ps<=qt.prox&&(Vt=yi,Wt=Ii,ge=$i,Le=si,Re=ri,we=Wn,ae=Ji);else{let Xn=xe[jt];Xn!=null&&(Ze[jt]=yi,Vn[jt]=Ii,X0(Xn,$i,si,ri),H0(Xn,Wn,Ji),rs(Xn,Ci(yi),Ci(Ii),F,Mt))}}}}if(Nt){let jt=qt.prox,Ke=hr==null?ps<=jt:ps>jt||Bs!=hr;if(gt||Ke){let on=xe[0];on!=null&&(Ze[0]=Vt,Vn[0]=Wt,X0(on,ge,Le,Re),H0(on,we,ae),rs(on,Ci(Vt),Ci(Wt),F,Mt))}}}if(Je.show&&Fs)if(x!=null){let[mt,Tt]=fn.scales,[kt,Vt]=fn.match,[Wt,ge]=x.cursor.sync.scales,Le=x.cursor.drag;if(wn=Le._x,En=Le._y,wn||En){let{left:Re,top:we,width:ae,height:jt}=x.select,Ke=x.scales[Wt].ori,on=x.posToVal,Tn,He,an,ii,Hn,xi=mt!=null&&kt(mt,Wt),Pi=Tt!=null&&Vt(Tt,ge);xi&&wn?(Ke==0?(Tn=Re,He=ae):(Tn=we,He=jt),an=v[mt],ii=W(on(Tn,Wt),an,J,0),Hn=W(on(Tn+He,Wt),an,J,0),sa(Hi(ii,Hn),bn(Hn-ii))):sa(0,J),Pi&&En?(Ke==1?(Tn=Re,He=ae):(Tn=we,He=jt),an=v[Tt],ii=D(on(Tn,ge),an,at,0),Hn=D(on(Tn+He,ge),an,at,0),ra(Hi(ii,Hn),bn(Hn-ii))):ra(0,at)}else Hu()}else{let mt=bn(bp-Sp),Tt=bn(wp-Mp);if(L.ori==1){let ge=mt;mt=Tt,Tt=ge}wn=Pn.x&&mt>=Pn.dist,En=Pn.y&&Tt>=Pn.dist;let kt=Pn.uni;kt!=null?wn&&En&&(wn=mt>=kt,En=Tt>=kt,!wn&&!En&&(Tt>mt?En=!0:wn=!0)):Pn.x&&Pn.y&&(wn||En)&&(wn=En=!0);let Vt,Wt;wn&&(L.ori==0?(Vt=Xr,Wt=$e):(Vt=qr,Wt=tn),sa(Hi(Vt,Wt),bn(Wt-Vt)),En||ra(0,at)),En&&(L.ori==1?(Vt=Xr,Wt=$e):(Vt=qr,Wt=tn),ra(Hi(Vt,Wt),bn(Wt-Vt)),wn||sa(0,J)),!wn&&!En&&(sa(0,0),ra(0,0))}if(Pn._x=wn,Pn._y=En,x==null){if(I){if(Op!=null){let[mt,Tt]=fn.scales;fn.values[0]=mt!=null?Zi(L.ori==0?$e:tn,mt):null,fn.values[1]=Tt!=null?Zi(L.ori==1?$e:tn,Tt):null}aa(Of,n,$e,tn,F,Mt,N)}if(he){let mt=I&&fn.setSeries,Tt=qt.prox;hr==null?ps<=Tt&&Yi(Bs,Zr,!0,mt):ps>Tt?Yi(null,Zr,!0,mt):Bs!=hr&&Yi(Bs,Zr,!0,mt)}}gt&&(ft.idx=N,ku()),b!==!1&&An("setCursor")}let zs=null;Object.defineProperty(n,"rect",{get(){return zs==null&&oa(!1),zs}});function oa(x=!1){x?zs=null:(zs=p.getBoundingClientRect(),An("syncRect",zs))}function Tp(x,b,I,N,H,J,at){ht._lock||Fs&&x!=null&&x.movementX==0&&x.movementY==0||(Vu(x,b,I,N,H,J,at,!1,x!=null),x!=null?ur(null,!0,!0):ur(b,!0,!1))}function Vu(x,b,I,N,H,J,at,mt,Tt){if(zs==null&&oa(!1),ce(x),x!=null)I=x.clientX-zs.left,N=x.clientY-zs.top;else{if(I<0||N<0){$e=-10,tn=-10;return}let[kt,Vt]=fn.scales,Wt=b.cursor.sync,[ge,Le]=Wt.values,[Re,we]=Wt.scales,[ae,jt]=fn.match,Ke=b.axes[0].side%2==1,on=L.ori==0?F:Mt,Tn=L.ori==1?F:Mt,He=Ke?J:H,an=Ke?H:J,ii=Ke?N:I,Hn=Ke?I:N;if(Re!=null?I=ae(kt,Re)?a(ge,v[kt],on,0):-10:I=on*(ii/He),we!=null?N=jt(Vt,we)?a(Le,v[Vt],Tn,0):-10:N=Tn*(Hn/an),L.ori==1){let xi=I;I=N,N=xi}}Tt&&(b==null||b.cursor.event.type==Of)&&((I<=1||I>=F-1)&&(I=Lr(I,F)),(N<=1||N>=Mt-1)&&(N=Lr(N,Mt))),mt?(Sp=I,Mp=N,[Xr,qr]=ht.move(n,I,N)):($e=I,tn=N)}let Gu={width:0,height:0,left:0,top:0};function Hu(){Nl(Gu,!1)}let Cp,Rp,Pp,Ip;function Lp(x,b,I,N,H,J,at){Fs=!0,wn=En=Pn._x=Pn._y=!1,Vu(x,b,I,N,H,J,at,!0,!1),x!=null&&(zt(Bf,Hf,Dp,!1),aa(F0,n,Xr,qr,F,Mt,null));let{left:mt,top:Tt,width:kt,height:Vt}=Je;Cp=mt,Rp=Tt,Pp=kt,Ip=Vt}function Dp(x,b,I,N,H,J,at){Fs=Pn._x=Pn._y=!1,Vu(x,b,I,N,H,J,at,!1,!0);let{left:mt,top:Tt,width:kt,height:Vt}=Je,Wt=kt>0||Vt>0,ge=Cp!=mt||Rp!=Tt||Pp!=kt||Ip!=Vt;if(Wt&&ge&&Nl(Je),Pn.setScale&&Wt&&ge){let Le=mt,Re=kt,we=Tt,ae=Vt;if(L.ori==1&&(Le=Tt,Re=Vt,we=mt,ae=kt),wn&&Os(T,Zi(Le,T),Zi(Le+Re,T)),En)for(let jt in v){let Ke=v[jt];jt!=T&&Ke.from==null&&Ke.min!=We&&Os(jt,Zi(we+ae,jt),Zi(we,jt))}Hu()}else ht.lock&&(ht._lock=!ht._lock,ur(b,!0,x!=null));x!=null&&(_e(Bf,Hf),aa(Bf,n,$e,tn,F,Mt,null))}function Tx(x,b,I,N,H,J,at){if(ht._lock)return;ce(x);let mt=Fs;if(Fs){let Tt=!0,kt=!0,Vt=10,Wt,ge;L.ori==0?(Wt=wn,ge=En):(Wt=En,ge=wn),Wt&&ge&&(Tt=$e<=Vt||$e>=F-Vt,kt=tn<=Vt||tn>=Mt-Vt),Wt&&Tt&&($e=$e<Xr?0:F),ge&&kt&&(tn=tn<qr?0:Mt),ur(null,!0,!0),Fs=!1}$e=-10,tn=-10,tt.fill(null),ur(null,!0,!0),mt&&(Fs=mt)}function Np(x,b,I,N,H,J,at){ht._lock||(ce(x),ia(),Hu(),x!=null&&aa(z0,n,$e,tn,F,Mt,null))}function Up(){A.forEach(qA),O(n.width,n.height,!0)}Ur(lu,Wo,Up);let $r={};$r.mousedown=Lp,$r.mousemove=Tp,$r.mouseup=Dp,$r.dblclick=Np,$r.setSeries=(x,b,I,N)=>{let H=fn.match[2];I=H(n,b,I),I!=-1&&Yi(I,N,!0,!1)},_t&&(zt(F0,p,Lp),zt(Of,p,Tp),zt(O0,p,x=>{ce(x),oa(!1)}),zt(B0,p,Tx),zt(z0,p,Np),Kf.add(n),n.syncRect=oa);let Ul=n.hooks=i.hooks||{};function An(x,b,I){Gn?Ge.push([x,b,I]):x in Ul&&Ul[x].forEach(N=>{N.call(null,n,b,I)})}(i.plugins||[]).forEach(x=>{for(let b in x.hooks)Ul[b]=(Ul[b]||[]).concat(x.hooks[b])});let Fp=(x,b,I)=>I,fn=gn({key:null,setSeries:!1,filters:{pub:J0,sub:J0},scales:[T,S[1]?S[1].scale:null],match:[K0,K0,Fp],values:[null,null]},ht.sync);fn.match.length==2&&fn.match.push(Fp),ht.sync=fn;let Op=fn.key,Wu=Y_(Op);function aa(x,b,I,N,H,J,at){fn.filters.pub(x,b,I,N,H,J,at)&&Wu.pub(x,b,I,N,H,J,at)}Wu.sub(n);function Cx(x,b,I,N,H,J,at){fn.filters.sub(x,b,I,N,H,J,at)&&$r[x](null,b,I,N,H,J,at)}n.pub=Cx;function Rx(){Wu.unsub(n),Kf.delete(n),ie.clear(),qf(lu,Wo,Up),c.remove(),Lt?.remove(),An("destroy")}n.destroy=Rx;function Xu(){An("init",i,t),na(t||i.data,!1),V[T]?Ou(T,V[T]):ia(),it=Je.show&&(Je.width>0||Je.height>0),et=gt=!0,O(i.width,i.height)}return S.forEach(zr),A.forEach(hs),e?e instanceof HTMLElement?(e.appendChild(c),Xu()):e(n,Xu):Xu(),n}Ln.assign=gn;Ln.fmtNum=sp;Ln.rangeNum=cu;Ln.rangeLog=du;Ln.rangeAsinh=np;Ln.orient=Or;Ln.pxRatio=Ne;Ln.join=OE;Ln.fmtDate=op,Ln.tzDate=ZE;Ln.sync=Y_;{Ln.addGap=PA,Ln.clipGaps=mu;let i=Ln.paths={points:Q_};i.linear=ex,i.stepped=DA,i.bars=NA,i.spline=FA}var rx='11px system-ui, "Segoe UI", sans-serif',yu=class{constructor(t,e,n,s){this.palette=n,this.scene=t,this.clock=e,this.cards=[],this.ghostsShown=!0,this.list=lt("div",{class:"cards"}),this.empty=lt("p",{class:"empty",text:"No plot is open. Add a channel with the button above."});let r=lt("header",{},lt("h2",{text:"Plots"}),Ce("Add","Add a plot (p)",()=>s(null),"plus"));this.node=lt("section",{class:"plots","aria-label":"Plots"},r,this.list),this.choose=s;for(let o of t.plots)this.add(o);this.note()}resume(t){let e=new Map(this.scene.channels.map((r,o)=>[r.name,o])),s=t.cards.map(r=>r.channels.map(o=>t.scene.channels[o].name)).map(r=>r.filter(o=>e.has(o)).map(o=>e.get(o)));if(t.scene.channels.length){for(let r of[...this.cards])this.remove(r);for(let r of s)r.length&&this.add(r)}}setPalette(t){this.palette=t;for(let e of this.cards)this.draw(e);this.resize()}color(t){let{lines:e}=this.palette;return e[t%e.length]}values(t){let e=this.clock.motion.count;return Array.from(this.scene.arrays.channels.subarray(t*e,(t+1)*e),n=>Number.isFinite(n)?n:null)}ghostValues(t,e){let n=this.scene.arrays[`ghost${t}.channels`],s=this.clock.motion.count;return Array.from(n.subarray(e*s,(e+1)*s),r=>Number.isFinite(r)?r:null)}showGhosts(t){this.ghostsShown=t;for(let e of this.cards)this.draw(e);this.resize()}lines(t){return t.flatMap(e=>{let n=this.scene.channels[e];return n.components.map((s,r)=>({name:s?`${n.name}.${s}`:n.name,short:s||n.name,group:s?n.name:"",unit:n.units[r],unique:n.unique[r],about:n.description,line:n.line+r}))})}add(t){let e={channels:t};return e.legend=lt("div",{class:"legend"}),e.holder=lt("div",{class:"chart"}),e.node=lt("article",{class:"card"},lt("div",{class:"top"},e.legend,Ce("","Add a channel to this plot",()=>this.choose(e),"plus"),Ce("","Close this plot",()=>this.remove(e),"close")),e.holder),this.cards.push(e),this.list.append(e.node),this.draw(e),this.note(),this.resize(),e}remove(t){t.chart?.destroy(),t.node.remove(),this.cards=this.cards.filter(e=>e!==t),this.note(),this.resize()}note(){this.cards.length?this.empty.remove():this.list.append(this.empty)}extend(t,e){t.channels.includes(e)||t.channels.push(e),this.draw(t),this.resize()}draw(t){t.chart?.destroy();let e=this.lines(t.channels),n=e[0].unit,s={stroke:this.palette.rule,width:1},r={font:rx,labelFont:rx,stroke:this.palette.axis,grid:s,ticks:{...s,size:4}};t.values=e.map(h=>this.values(h.line));let o=t.values.map(h=>h.reduce((u,d)=>Math.max(u,Math.abs(d??0)),0));t.nothing=1e-9*Math.max(...o),t.readings=e.map(()=>lt("span",{class:"reading"})),t.legend.replaceChildren(...this.entries(e,t.readings));let a=this.ghostsShown?this.scene.ghosts.flatMap((h,u)=>e.map((d,f)=>({label:`${d.name}, ${h.name}`,values:this.ghostValues(u,d.line),stroke:`${this.color(f)}99`}))):[],l={width:300,height:160,legend:{show:!1},cursor:{drag:{x:!1,y:!1},points:{show:!1},y:!1},padding:[10,14,0,0],scales:{x:{time:!1},y:{range:(h,u,d)=>YA(u,d)}},axes:[{...r,size:26,space:56},{...r,size:58,space:(h,u,d,f,p)=>Math.max(14,p/9),label:vi(n)||" ",labelSize:16,labelGap:0,values:(h,u)=>u.map(d=>Ki(d,4))}],series:[{},...e.map((h,u)=>({label:h.name,stroke:this.color(u),width:1.6,pxAlign:0,dash:h.unique?void 0:[5,4],points:{show:this.clock.motion.count<2}})),...a.map(({label:h,stroke:u})=>({label:h,stroke:u,width:1.2,pxAlign:0,dash:[7,4],points:{show:!1}}))]},c=[...t.values,...a.map(h=>h.values)];t.chart=new Ln(l,[Array.from(this.clock.motion.times),...c],t.holder),t.cursor=lt("div",{class:"cursor"}),t.chart.over.append(t.cursor),t.moved="",this.seeking(t),this.update(t)}entries(t,e){let n="";return t.flatMap((s,r)=>{let o=lt("span",{class:s.unique?"swatch":"swatch loose"});o.style.borderColor=this.color(r);let a=`${s.name}: ${s.about}${s.unique?"":" (not unique)"}`,l=s.group&&s.group!==n?[lt("span",{class:"group",text:s.group})]:[];n=s.group;let c=lt("span",{class:"entry",title:a},o,lt("span",{class:"name",text:s.short}),e[r],s.unique?null:lt("span",{class:"loose",text:"not unique"}));return[...l,c]})}seeking(t){let{over:e}=t.chart,n=s=>{let r=s.clientX-e.getBoundingClientRect().left;this.clock.seek(t.chart.posToVal(r,"x"))};e.addEventListener("pointerdown",s=>{e.setPointerCapture(s.pointerId),n(s)}),e.addEventListener("pointermove",s=>{s.buttons&1&&n(s)})}update(t,e=!0){let n=t.chart.valToPos(this.clock.time,"x"),s=this.clock.playing?0:1,r=`translateX(${n.toFixed(s)}px)`;r!==t.moved&&(t.cursor.style.transform=r),t.moved=r,e&&this.read(t)}read(t){let e=this.clock.motion.place(this.clock.time);t.values.forEach((n,s)=>{let[r,o]=[n[e.frame],n[e.frame+1]],a=r!==null&&e.part>0&&o!==void 0&&o!==null?r+e.part*(o-r):r,l=Ki(a!==null&&Math.abs(a)<t.nothing?0:a,4);t.readings[s].textContent!==l&&(t.readings[s].textContent=l)})}updateAll(){let t=this.clock.due("plots");for(let e of this.cards)this.update(e,t)}resize(){let t=Math.max((this.list.clientHeight-10*this.cards.length)/Math.max(this.cards.length,1),150);for(let e of this.cards){let n=Math.min(t,340)-e.node.firstChild.offsetHeight-14,s=e.holder.clientWidth;s>40&&e.chart.setSize({width:s,height:Math.max(n,96)}),this.update(e)}}state(){return this.cards.map(t=>({channels:this.lines(t.channels).map(e=>e.name),unit:this.lines(t.channels)[0].unit,cursor:t.chart.posToVal(new DOMMatrix(t.cursor.style.transform).m41,"x")}))}};function YA(i,t){if(i===null||t===null||!Number.isFinite(i)||!Number.isFinite(t))return[-1,1];let e=Math.max(Math.abs(i),Math.abs(t)),s=t-i>1e-5*e?.54*(t-i):Math.max(.2*e,1e-9),r=(i+t)/2;return[r-s,r+s]}var fp=[{shadow:1,sharpness:1,coarse:!1},{shadow:4,sharpness:1,coarse:!1},{shadow:0,sharpness:1,coarse:!1},{shadow:0,sharpness:1,coarse:!0},{shadow:0,sharpness:.75,coarse:!0}],vu=class{constructor(t,e,n=null){this.stage=t,this.parts=e,this.full=n?.full??t.renderer.getPixelRatio(),this.usual=t.slow?1:this.full,this.learned=n?.learned??(t.slow?2:0),this.level=0,this.frames=0,this.spent=0,this.quiet=0,this.rest=n?.rest??180}frame(t,e){if(!t){this.quiet+=e,this.frames=0,this.spent=0,this.quiet>this.rest&&this.set(0);return}this.quiet===0&&(this.frames+=1,this.spent+=e),this.quiet=0,this.set(this.learned),this.frames>=3&&this.learn(this.spent/this.frames);let{shadow:n}=fp[this.level];n>1&&this.frames%n===0&&(this.stage.renderer.shadowMap.needsUpdate=!0)}learn(t){let e=t>150?2:t>55?1:0;this.learned=Math.min(this.learned+e,fp.length-1),this.frames=0,this.spent=0}set(t){if(t===this.level)return;this.level=t;let{shadow:e,sharpness:n,coarse:s}=fp[t],{renderer:r,sun:o,shade:a}=this.stage;o.castShadow=e>0,a.visible=e>0,r.shadowMap.autoUpdate=e===1,r.shadowMap.needsUpdate=!0;let l=t?this.usual*n:this.full;r.getPixelRatio()!==l&&r.setPixelRatio(l);for(let c of this.parts)c.setCoarse(s);this.stage.changed=!0}};var ZA=new R(0,0,1),$A=new R(1,1,1),os=i=>new R().fromArray(i);function ox(i,t,e){let n=(s,r,o,a,l)=>{let c=a.clone().applyQuaternion(t[r].quaternion);c.applyQuaternion(t[s].quaternion.clone().invert()).normalize();let u={pose:new Qt().compose(os(o),new Oe().setFromUnitVectors(ZA,c),$A),pick:s?{kind:"body",index:s}:null},d=Rs(l,i);e.add(t[s],ti(l,.42*l,d),Gh,u),e.add(t[s],ti(.62*l,.46*l,d),or,u),e.add(t[s],ti(.2*l,.52*l,20),Gh,u)};for(let{body:s,base:r,at:o,axis:a,radius:l}of i.wheels)n(s,r,o,os(a),l);for(let s of i.tracks){let r=os(s.e1).cross(os(s.e2));for(let{body:o,at:a,radius:l}of s.wheels)o===s.base&&n(o,s.base,a,r,Math.abs(l))}}var Su=class{constructor(t,e,n){this.about=t,this.bodies=e,this.width=1.3*Math.min(...t.wheels.map(o=>Math.abs(o.radius))),this.points=24*t.wheels.length,this.geometry=new Ye,this.geometry.setAttribute("position",new qe(new Float32Array(6*this.points),3));let s=[];for(let o=0;o<this.points;o+=1){let[a,l]=[2*o,2*((o+1)%this.points)];s.push(a,a+1,l,l,a+1,l+1)}this.geometry.setIndex(s);let r=Rf(this.geometry,Gh,{side:pi,flatShading:!0});r.frustumCulled=!1,n.add(r)}update(){let{wheels:t,base:e,e1:n,e2:s}=this.about,r=this.bodies[e].quaternion,[o,a]=[os(n).applyQuaternion(r),os(s).applyQuaternion(r)],l=o.clone().cross(a).multiplyScalar(this.width/2),c=t.map(y=>Ai(this.bodies[y.body],os(y.at))),h=c.map(y=>[y.dot(o),y.dot(a)]),u=t.length,d=h.map((y,m)=>JA(y,h[(m+1)%u],t[m].radius,t[(m+1)%u].radius)),f=this.geometry.attributes.position,p=0;for(let y=0;y<u;y+=1){let m=d[(y+u-1)%u],g=d[y]-m,S=t[y].radius>=0?1:-1;for(;g*S<-.5;)g+=S*2*Math.PI;for(;g*S>2*Math.PI-.5;)g-=S*2*Math.PI;for(let A=0;A<24;A+=1){let v=m+g*A/23,P=t[y].radius*1.02,T=c[y].clone().addScaledVector(o,P*Math.cos(v)).addScaledVector(a,P*Math.sin(v));f.setXYZ(p,T.x-l.x,T.y-l.y,T.z-l.z),f.setXYZ(p+1,T.x+l.x,T.y+l.y,T.z+l.z),p+=2}}f.needsUpdate=!0}};function JA([i,t],[e,n],s,r){let o=Math.atan2(n-t,e-i),a=Math.min(Math.max((s-r)/Math.hypot(e-i,n-t),-1),1);return o-Math.PI/2+Math.asin(a)}var Mu=class{constructor(t,e,n){this.about=t,this.group=new zn;let s=os(t.along),r=os(t.up),o=r.clone().cross(s),a=os(t.origin);this.start=a.clone(),this.along=s;let l=(c,h,u)=>s.clone().multiplyScalar(c).addScaledVector(o,h).addScaledVector(r,u);this.surface=KA(t,l),this.ticks=jA(t,l,n),this.group.add(this.surface,this.ticks),this.group.position.copy(a),e[t.base].add(this.group)}setPalette(t){this.surface.material.color.set(t.road),this.ticks.material.color.set(t.tick)}update(t){this.group.position.copy(this.start).addScaledVector(this.along,-this.about.speed*t)}};function KA({x:i,height:t,sides:e},n){let s=Math.min(...t)-.04*(e[1]-e[0]),r=[];for(let h=0;h<i.length;h+=1){let u=[[e[0],s],[e[0],t[h]],[e[1],t[h]],[e[1],s]];for(let[d,f]of u)r.push(...n(i[h],d,f).toArray())}let o=[];for(let h=0;h+1<i.length;h+=1)for(let u=0;u<3;u+=1){let[d,f]=[4*h+u,4*h+4+u];o.push(d,f,d+1,d+1,f,f+1)}let a=new Ye;a.setAttribute("position",new qe(new Float32Array(r),3)),a.setIndex(o);let l=a.toNonIndexed();l.computeVertexNormals();let c=Rf(l,"#ffffff",{side:pi,roughness:.95});return c.castShadow=!1,c}function jA({x:i,height:t,sides:e},n,s){let r=[],[o,a]=[i[0],i[i.length-1]],l=Math.min(Math.floor((a-o)/s),2e3);for(let h=Math.ceil(o/s);h<=Math.ceil(o/s)+l;h+=1){let u=h*s;if(u>a)break;let d=Math.max(i.findIndex(y=>y>=u),1),f=(u-i[d-1])/(i[d]-i[d-1]||1),p=t[d-1]+f*(t[d]-t[d-1])+.004*s;r.push(...n(u,e[0],p).toArray(),...n(u,e[1],p).toArray())}let c=new Ye;return c.setAttribute("position",new qe(new Float32Array(r),3)),new yr(c,new es)}var ax=new R(0,0,1);function pp(i){let t=10**Math.floor(Math.log10(i)),e=i/t;return(e>=5?5:e>=2?2:1)*t}function QA(){let i=document.createElement("canvas").getContext("webgl2"),t=i?.getExtension("WEBGL_debug_renderer_info"),e=t?String(i.getParameter(t.UNMASKED_RENDERER_WEBGL)):"";return i?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|softpipe|software|basic render/i.test(e)}var bu=class{constructor(t,e,n=null){this.holder=e,this.size=t.size,this.slow=n?n.slow:QA(),this.renderer=n?.renderer??new Bh({antialias:!this.slow,preserveDrawingBuffer:!0}),n||this.renderer.setPixelRatio(this.slow?2:Math.min(window.devicePixelRatio||1,2)),this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=wr,this.renderer.toneMapping=sl,this.renderer.toneMappingExposure=1,this.renderer.domElement.setAttribute("tabindex","0"),e.prepend(this.renderer.domElement),this.scene=new Ta,this.perspective=new Yn(32,1,t.size*.01,t.size*60),this.orthographic=new br(-1,1,1,-1,t.size*.01,t.size*60);for(let s of[this.perspective,this.orthographic])s.up.copy(ax);this.camera=this.perspective,this.halfHeight=t.size,this.world=new zn,this.up=new R().fromArray(t.up),this.world.quaternion.copy(new Oe().setFromUnitVectors(this.up,ax)),this.world.updateMatrixWorld(!0),this.scene.add(this.world),this.addLight(),this.floor=this.floorHeight(t),this.addGround(t),this.focus=new R,this.changed=!1}addLight(){let t=this.size;this.scene.add(new Ka("#ffffff","#c8ced6",1.9)),this.scene.add(new Qa("#ffffff",.35)),this.sun=new To("#fff8ee",2.5),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(2048,2048),this.sun.shadow.radius=3,this.sun.shadow.normalBias=.0025*t,this.sun.shadow.bias=-2e-4;let e=.95*t;Object.assign(this.sun.shadow.camera,{left:-e,right:e,top:e,bottom:-e,near:.1*t,far:6*t}),this.fill=new To("#dfe9ff",.7),this.scene.add(this.sun,this.sun.target,this.fill,this.fill.target)}floorHeight(t){let e=new R().fromArray(t.origin),n=t.room.map(s=>new R().fromArray(s).sub(e).dot(this.up));return Math.min(...n)-6.5*t.radius}addGround(t){this.ground=new zn;let e=this.size;this.step=pp(e/6),this.gridded=!t.roads.length;let n=new mn(new Sr(2.6*e,2.6*e),new Za({opacity:.2}));n.receiveShadow=!0,n.position.z=-.001*e,this.ground.add(n),this.shade=n,this.ground.position.z=this.floor,this.ground.visible=!t.roads.length,this.scene.add(this.ground)}setPalette(t){this.scene.background=new ee(t.background),this.shade.material.opacity=t.shadow,this.gridded&&(this.grid&&(this.ground.remove(this.grid),this.grid.geometry.dispose()),this.grid=tT(this.step,2.8*this.size,t),this.ground.add(this.grid))}moveTo(t){this.focus.copy(t);let e=this.size;this.sun.position.set(.9,-1.1,2.4).normalize().multiplyScalar(2.6*e).add(t),this.sun.target.position.copy(t),this.fill.position.set(-1.5,.6,.8).multiplyScalar(e).add(t),this.fill.target.position.copy(t),this.ground.position.x=Math.round(t.x/this.step)*this.step,this.ground.position.y=Math.round(t.y/this.step)*this.step;for(let n of[this.sun,this.fill])n.target.updateMatrixWorld()}resize(){let{clientWidth:t,clientHeight:e}=this.holder;if(!t||!e||t===this.width&&e===this.height)return!1;this.width=t,this.height=e;let n=this.renderer.getSize(new pt);return(n.x!==t||n.y!==e)&&this.renderer.setSize(t,e,!0),this.frame(),!0}frame(){let t=(this.width??1)/(this.height??1),e=this.halfHeight;this.perspective.aspect=t,Object.assign(this.orthographic,{left:-e*t,right:e*t,top:e,bottom:-e});for(let n of[this.perspective,this.orthographic])n.updateProjectionMatrix()}render(){this.renderer.render(this.scene,this.camera)}};function tT(i,t,e){let n=new ee(e.background),[s,r]=[new ee(e.weak),new ee(e.strong)],o=Math.ceil(t/i),a=8,l=[],c=[],h=(d,f,p)=>{let y=Math.min(Math.hypot(d,f)/t,1)**1.6;l.push(d,f,0),c.push(...p.clone().lerp(n,y).toArray())};for(let d=-o;d<=o;d+=1){let f=d%5===0?r:s;for(let p=0;p<a;p+=1){let[y,m]=[p,p+1].map(g=>t*(2*g/a-1));h(d*i,y,f),h(d*i,m,f),h(y,d*i,f),h(m,d*i,f)}}let u=new Ye;return u.setAttribute("position",new qe(new Float32Array(l),3)),u.setAttribute("color",new qe(new Float32Array(c),3)),new yr(u,new es({vertexColors:!0,toneMapped:!1}))}function lx(i,t){i.cameras.resume(t.cameras),i.labels.visible=t.labels.visible,t.labels.axes&&i.toggleAxes(!0),t.clear&&i.toggleClear(!0),Object.assign(i.arrows.on,t.arrows.on),i.arrows.factor=t.arrows.factor,i.traces.visible=t.traces.visible,i.plots.resume(t.plots),i.update()}function cx(i,t){let{motion:e}=t,n=e.end-e.start||1,s=Math.min(Math.max(3-Math.floor(Math.log10(n)),2),6),r=Ce("","Play or pause (space)",()=>t.play(),"play");r.classList.add("play");let o=Ce("","Repeat (o)",()=>t.setLoop(),"loop"),a=lt("select",{title:"Speed (+ and -)","aria-label":"Speed",onchange:()=>t.setSpeed(Number(a.value))});for(let p of fr)a.append(lt("option",{value:p,text:`${p} \xD7`}));let l=lt("input",{type:"range",min:0,max:1,step:"any",class:"slider","aria-label":"Time",oninput:()=>t.seek(e.start+n*Number(l.value))}),c=lt("span",{class:"now"}),h="",u=-1,d=lt("div",{class:"marks"});for(let p of i.events){let y=lt("span",{class:"mark",title:`${p.name}, ${p.t} s`});y.style.left=`${100*(p.t-e.start)/n}%`,d.append(y)}t.listen(()=>{let p=(t.time-e.start)/n,y=`${t.playing} ${t.loop} ${t.speed}`;y!==h&&(h=y,Wp(r,t.playing?"pause":"play"),r.setAttribute("aria-pressed",String(t.playing)),o.setAttribute("aria-pressed",String(t.loop)),a.value=String(t.speed));let m=Math.round(2e3*p);m===u&&t.playing||(u=m,l.value=String(p),l.style.setProperty("--part",`${100*p}%`),t.due("time")&&(c.textContent=`${t.time.toFixed(s)} s`))});let f=(...p)=>{let y=Ce("",...p);return y.classList.add("jump"),y};return lt("footer",{class:"timeline"},lt("div",{class:"buttons"},f("First frame (home)",()=>t.show(0),"first"),f("One frame back (left)",()=>t.step(-1),"back"),r,f("One frame forward (right)",()=>t.step(1),"next"),f("Last frame (end)",()=>t.show(e.count-1),"last"),o),c,lt("div",{class:"track"},l,d),lt("span",{class:"end",text:`${e.end.toFixed(s)} s`}),a)}var hx={iso:"Iso",front:"Front",right:"Right",top:"Top"},wu=class{constructor(t,e){this.view=e;let{arrows:n}=e;this.presets=Df.map((r,o)=>Ce(hx[r],`View: ${hx[r].toLowerCase()} (${o+1})`,()=>e.look(r))),this.toggles={labels:Ce("Labels","Show names (l)",()=>e.toggleLabels()),axes:Ce("Axes","Show the axes of joints, in which loads are given (a)",()=>e.toggleAxes()),traces:Ce("Traces","Show traces of points (t)",()=>e.toggleTraces()),ghosts:Ce("Ghost","Show the other run, translucent (c)",()=>e.toggleGhosts()),clear:Ce("Transparent","Transparent bodies (x)",()=>e.toggleClear()),orthographic:Ce("Orthographic","Parallel lines stay parallel (5)",()=>e.toggleOrthographic()),theme:Ce("","Dark or light",()=>e.theme.toggle(),"theme"),tree:Ce("","List of bodies and joints (b)",()=>e.toggleTree(),"tree"),plots:Ce("","Plots (g)",()=>e.togglePlots(),"chart")},this.arrowsMenu=n.present.length?this.arrowMenu(n,t):null;let s=Ce("","Tools",()=>{},"more");s.classList.add("more"),this.tools=lt("div",{class:"tools"},lt("div",{class:"set",role:"group","aria-label":"Views"},...this.presets,Ce("Fit","Fit to view (f)",()=>e.fit()),this.toggles.orthographic),lt("div",{class:"set",role:"group","aria-label":"Shown"},this.toggles.labels,this.toggles.axes,this.toggles.traces,this.toggles.clear,t.ghosts.length?this.toggles.ghosts:null,this.arrowsMenu),lt("div",{class:"set last",role:"group","aria-label":"Files and help"},Ce("Picture","Save picture as PNG",()=>e.save()),Ce("?","Keyboard shortcuts (h)",()=>e.help()))),this.node=lt("header",{class:"bar"},this.toggles.tree,lt("h1",{text:t.title,title:t.title}),this.tools,lt("div",{class:"set right"},this.toggles.theme,t.channels.length?this.toggles.plots:null,s)),this.fold=E0(this.node,this.tools,s,e.ended.signal)}setPalette(t){for(let[e,n]of this.swatches??[])n.style.borderColor=t.arrows[e];this.toggles.theme.setAttribute("aria-pressed",String(this.view.theme.name==="dark"))}arrowMenu(t,e){this.boxes=new Map,this.swatches=[];let n=Tf.filter(o=>t.present.includes(o)).map(o=>{let a=lt("input",{type:"checkbox",onchange:()=>this.view.setArrows(o.key,a.checked)}),l=lt("span",{class:"swatch"});return this.swatches.push([o.color,l]),this.boxes.set(o.key,a),lt("label",{},a,l,lt("span",{text:o.text}))}),s=lt("input",{type:"range",min:-1,max:1,step:.01,value:0,"aria-label":"Arrow size",oninput:()=>this.view.scaleArrows(10**Number(s.value))});this.scale=s;let r=e.joints.some(o=>!o.unique.flat().every(Boolean));return lt("details",{class:"menu"},lt("summary",{text:"Forces",title:"Force and moment arrows (r: reactions)"}),lt("div",{class:"sheet"},...n,lt("label",{class:"scale"},lt("span",{text:"Size"}),s),r?lt("p",{class:"hint"},lt("span",{class:"swatch loose"}),lt("span",{text:"Striped: not unique. Rigid-body mechanics does not determine how redundant joints share it; the minimum-norm values are shown."})):null))}update(){let{view:t}=this,e=(n,s)=>n.setAttribute("aria-pressed",String(s));e(this.toggles.labels,t.labels.visible),e(this.toggles.axes,t.labels.axes),e(this.toggles.traces,t.traces.visible&&t.traces.lines.size>0),e(this.toggles.clear,t.clear),e(this.toggles.orthographic,t.cameras.orthographic),e(this.toggles.ghosts,t.ghosts.visible),e(this.toggles.tree,!t.app.classList.contains("no-tree")),e(this.toggles.plots,!t.app.classList.contains("no-plots")),this.presets.forEach((n,s)=>e(n,Df[s]===t.cameras.preset));for(let[n,s]of this.boxes??[])s.checked=t.arrows.on[n]}};var ux=new xn,Eu=new R,jo=class extends tl{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new Pe(t,3)),this.setAttribute("uv",new Pe(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new er(e,6,1);return this.setAttribute("instanceStart",new Fi(n,3,0)),this.setAttribute("instanceEnd",new Fi(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new er(e,6,1);return this.setAttribute("instanceColorStart",new Fi(n,3,0)),this.setAttribute("instanceColorEnd",new Fi(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new Ya(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new xn);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),ux.setFromBufferAttribute(e),this.boundingBox.union(ux))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new ui),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Eu.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Eu)),Eu.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Eu));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ut.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new pt},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};Jn.line={uniforms:fl.merge([Ut.common,Ut.fog,Ut.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var cr=class extends bi{constructor(t){super({type:"LineMaterial",uniforms:fl.clone(Jn.line.uniforms),vertexShader:Jn.line.vertexShader,fragmentShader:Jn.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var mp=new Be,dx=new R,fx=new R,Dn=new Be,Nn=new Be,as=new Be,gp=new R,_p=new Qt,Un=new nl,px=new R,Au=new xn,Tu=new ui,ls=new Be,cs,Br;function mx(i,t,e){return ls.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),ls.multiplyScalar(1/ls.w),ls.x=Br/e.width,ls.y=Br/e.height,ls.applyMatrix4(i.projectionMatrixInverse),ls.multiplyScalar(1/ls.w),Math.abs(Math.max(ls.x,ls.y))}function eT(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){Un.start.fromBufferAttribute(s,a),Un.end.fromBufferAttribute(r,a),Un.applyMatrix4(e);let c=new R,h=new R;cs.distanceSqToSegment(Un.start,Un.end,h,c),h.distanceTo(c)<Br*.5&&t.push({point:h,pointOnLine:c,distance:cs.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function nT(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;cs.at(1,as),as.w=1,as.applyMatrix4(t.matrixWorldInverse),as.applyMatrix4(n),as.multiplyScalar(1/as.w),as.x*=r.x/2,as.y*=r.y/2,as.z=0,gp.copy(as),_p.multiplyMatrices(t.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(Dn.fromBufferAttribute(l,d),Nn.fromBufferAttribute(c,d),Dn.w=1,Nn.w=1,Dn.applyMatrix4(_p),Nn.applyMatrix4(_p),Dn.z>u&&Nn.z>u)continue;if(Dn.z>u){let A=Dn.z-Nn.z,v=(Dn.z-u)/A;Dn.lerp(Nn,v)}else if(Nn.z>u){let A=Nn.z-Dn.z,v=(Nn.z-u)/A;Nn.lerp(Dn,v)}Dn.applyMatrix4(n),Nn.applyMatrix4(n),Dn.multiplyScalar(1/Dn.w),Nn.multiplyScalar(1/Nn.w),Dn.x*=r.x/2,Dn.y*=r.y/2,Nn.x*=r.x/2,Nn.y*=r.y/2,Un.start.copy(Dn),Un.start.z=0,Un.end.copy(Nn),Un.end.z=0;let y=Un.closestPointToPointParameter(gp,!0);Un.at(y,px);let m=dl.lerp(Dn.z,Nn.z,y),g=m>=-1&&m<=1,S=gp.distanceTo(px)<Br*.5;if(g&&S){Un.start.fromBufferAttribute(l,d),Un.end.fromBufferAttribute(c,d),Un.start.applyMatrix4(o),Un.end.applyMatrix4(o);let A=new R,v=new R;cs.distanceSqToSegment(Un.start,Un.end,v,A),e.push({point:v,pointOnLine:A,distance:cs.origin.distanceTo(v),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var Cu=class extends mn{constructor(t=new jo,e=new cr({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)dx.fromBufferAttribute(e,o),fx.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+dx.distanceTo(fx);let r=new er(s,2,1);return t.setAttribute("instanceDistanceStart",new Fi(r,1,0)),t.setAttribute("instanceDistanceEnd",new Fi(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;cs=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Br=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),Tu.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Br*.5;else{let u=Math.max(s.near,Tu.distanceToPoint(cs.origin));c=mx(s,u,l.resolution)}if(Tu.radius+=c,cs.intersectsSphere(Tu)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Au.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Br*.5;else{let u=Math.max(s.near,Au.distanceToPoint(cs.origin));h=mx(s,u,l.resolution)}Au.expandByScalar(h),cs.intersectsBox(Au)!==!1&&(n?eT(this,e):nT(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(mp),this.material.uniforms.resolution.value.set(mp.z,mp.w))}};var Qo=class extends jo{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var Ru=class extends Cu{constructor(t=new Qo,e=new cr({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var Pu=class{constructor(t,e,n){this.motion=t,this.scene=e,this.world=n,this.lines=new Map,this.visible=!0,this.coarse=!1,this.colors=["#1f6feb"]}setPalette(t){this.colors=t.lines;let e=0;for(let n of this.lines.values()){for(let s of n.nodes)s.material.color.set(this.colors[e%this.colors.length]);e+=1}}toggle(t,e,n){let s=this.lines.get(t);if(s){for(let u of s.nodes)this.world.remove(u),u.geometry.dispose(),u.material.dispose();this.lines.delete(t);return}let r=this.path(e,n),o=this.colors[this.lines.size%this.colors.length],a=[.4,1].map(u=>sT(r,o,u)),l=[[1,.35],[2,1]].map(([u,d])=>rT(r,o,u,d)),c=new mn(new Ks(.5*this.scene.radius,16,12),new bs({color:o})),h=[...a,...l,c];for(let u of h)u.frustumCulled=!1;this.world.add(...h),this.lines.set(t,{nodes:h,thin:a,thick:l,dot:c,values:r})}path(t,e){let n=new Float32Array(3*this.motion.count),s=new R().fromArray(e),r=new R;for(let o=0;o<this.motion.count;o+=1){let a={frame:o,part:0};r.copy(s).applyQuaternion(this.motion.turn(t,a)).add(this.motion.position(t,a)),r.toArray(n,3*o)}return n}points(){return this.visible?[...this.lines.values()].map(t=>t.values):[]}has(t){return this.lines.has(t)}setCoarse(t){this.coarse=t,this.show()}show(){for(let{thin:t,thick:e,dot:n}of this.lines.values()){for(let s of t)s.visible=this.visible&&this.coarse;for(let s of e)s.visible=this.visible&&!this.coarse;n.visible=this.visible}}update(t){this.show();for(let{thin:e,thick:n,dot:s,values:r}of this.lines.values())e[1].geometry.setDrawRange(0,t.frame+1),n[1].geometry.instanceCount=t.frame,s.position.fromArray(r,3*t.frame),t.part>0&&s.position.lerp(iT.fromArray(r,3*t.frame+3),t.part)}},iT=new R;function sT(i,t,e){let n=new Ye;return n.setAttribute("position",new qe(i,3)),new Mo(n,new es({color:t,transparent:e<1,opacity:e}))}function rT(i,t,e,n){let s=new Qo().setPositions(i);return new Ru(s,new cr({color:t,linewidth:e,transparent:n<1,opacity:n}))}var xp="sarrus.theme",oT=["#1f6feb","#d1601f","#16834a","#7a3fb0","#b8327a","#0f8a9d","#8a6d00","#5a6673"],aT=["#6ea8ff","#ff9d5c","#4cc38a","#c29bf5","#f27fb8","#4fc7da","#d9b94a","#a9b5c2"],gx={light:{background:"#f3f5f7",weak:"#dde2e7",strong:"#c6cdd5",shadow:.2,road:"#c9ced4",tick:"#aeb5bd",axis:"#5a6673",rule:"#e6eaee",ink:"#1c232b",label:"rgb(255 255 255 / 82%)",lines:oT,arrows:{force:"#c8322b",moment:"#7a3fb0",effort:"#16834a",acting:"#c26a00"},axes:["#c8322b","#16834a","#1f6feb"]},dark:{background:"#14181d",weak:"#29313a",strong:"#414c58",shadow:.45,road:"#3d464f",tick:"#5b6773",axis:"#9dabb9",rule:"#29313a",ink:"#e6ebf0",label:"rgb(29 35 42 / 82%)",lines:aT,arrows:{force:"#ff6f66",moment:"#bb93f7",effort:"#42c98a",acting:"#ffa53d"},axes:["#ff6f66","#42c98a","#6ea8ff"]}},Iu=class{constructor(){this.listeners=[],this.system=window.matchMedia("(prefers-color-scheme: dark)"),this.system.addEventListener("change",()=>this.show(this.wanted)),window.addEventListener("beforeprint",()=>this.show("light")),window.addEventListener("afterprint",()=>this.show(this.wanted)),this.chosen=lT(),this.name="light",this.show(this.wanted)}get preferred(){return this.system.matches?"dark":"light"}get wanted(){return this.chosen??this.preferred}get palette(){return gx[this.name]}toggle(){let t=this.name==="dark"?"light":"dark";this.chosen=t===this.preferred?null:t,cT(this.chosen),this.show(t)}show(t){this.name=t,document.documentElement.dataset.theme=t;for(let e of this.listeners)e(this.palette)}listen(t){this.listeners.push(t),t(this.palette)}};function lT(){try{let i=window.localStorage.getItem(xp);return i in gx?i:null}catch{return null}}function cT(i){try{i?window.localStorage.setItem(xp,i):window.localStorage.removeItem(xp)}catch{}}var hT=18,Lu=class{constructor(t,e){this.choose=e,this.rows=new Map,this.details=lt("section",{class:"details"});let n=lt("input",{type:"search",placeholder:"Filter","aria-label":"Filter",class:"filter",oninput:()=>this.filter(n.value)});this.sections=[this.section("Bodies","body",t.bodies.slice(1).map((r,o)=>[r.name,"",Bo(r.shapes[0]?.color,Oo(o+1))])),this.section("Joints","joint",t.joints.map(r=>[r.name,r.type])),this.section("Forces","force",t.forces.map(r=>[r.name,r.type.replaceAll("_"," ")])),this.section("Frames","frame",t.frames.map(r=>[r.name,t.bodies[r.body].name]))].filter(Boolean);let s=lt("div",{class:"list"},...this.sections);this.node=lt("aside",{class:"tree","aria-label":"Mechanism"},this.rows.size>hT?n:null,s,this.details)}section(t,e,n){if(!n.length)return null;let s=n.map(([o,a,l],c)=>{let h=e==="body"?c+1:c,u=lt("span",{class:`dot ${e}`});l&&(u.style.background=l);let d=lt("button",{type:"button",class:"row",title:o,onclick:()=>this.choose({kind:e,index:h})},u,lt("span",{class:"name",text:o}),a?lt("span",{class:"note",text:a}):null);return this.rows.set(`${e}:${h}`,d),d}),r=lt("summary",{},lt("span",{text:t}),lt("span",{class:"count",text:String(n.length)}));return lt("details",{open:n.length<=40},r,...s)}filter(t){let e=t.trim().toLowerCase();for(let n of this.rows.values())n.hidden=!n.title.toLowerCase().includes(e);if(e)for(let n of this.sections)n.open=!0}mark(t){for(let[e,n]of this.rows){let s=t!==null&&e===`${t.kind}:${t.index}`;n.classList.toggle("chosen",s),s&&n.scrollIntoView({block:"nearest"})}this.details.hidden=t===null}show(t,e,n,s){let r=lt("dl",{},...n.flatMap(([a,l,c])=>[lt("dt",{text:a}),Array.isArray(l)?lt("dd",{},...l.map(([h,u])=>lt("span",{text:h,class:u,title:u?"not unique":null}))):lt("dd",{text:l,class:c??""})])),o=Ce("","Close",()=>this.choose(null),"close");this.details.replaceChildren(lt("header",{},lt("h2",{text:t,title:t}),o),lt("p",{class:"note",text:e}),r,lt("div",{class:"actions"},...s.map(([a,l,c])=>lt("button",{type:"button",text:a,onclick:c,"aria-pressed":String(l)}))))}};var yp="http://www.w3.org/2000/svg",Du=34,Nu=class{constructor(t){this.svg=document.createElementNS(yp,"svg"),this.svg.setAttribute("viewBox","-48 -48 96 96"),this.svg.setAttribute("class","triad"),this.axes=["x","y","z"].map((e,n)=>{let s=document.createElementNS(yp,"line"),r=document.createElementNS(yp,"text");return s.setAttribute("class",`axis-${e}`),r.setAttribute("class",`axis-${e}`),r.textContent=e,this.svg.append(s,r),{line:s,text:r,unit:new R().setComponent(n,1)}}),t.append(this.svg)}update(t,e){if(this.seen?.equals(t.quaternion))return;this.seen=t.quaternion.clone();let n=new Oe().copy(t.quaternion).invert().multiply(e.quaternion);for(let{line:s,text:r,unit:o}of this.axes){let a=o.clone().applyQuaternion(n);s.setAttribute("x2",(Du*a.x).toFixed(1)),s.setAttribute("y2",(-Du*a.y).toFixed(1)),r.setAttribute("x",((Du+8)*a.x).toFixed(1)),r.setAttribute("y",(-(Du+8)*a.y+4).toFixed(1))}}};var uT=16,Uu=class{constructor(t,e,n,s=null){Object.assign(this,{scene:t,clock:e,app:n,chosen:null,clear:!1,dirty:!0,overlays:[]}),this.ended=new AbortController,this.theme=s?.theme??new Iu,this.holder=lt("main",{class:"stage"}),this.stage=new bu(t,this.holder,s?.stage);let{world:r}=this.stage;this.batches=new Zh(r),this.bodies=h0(t,this.batches,r),this.at=e.motion.place(e.time),wl(this.bodies,e.motion,this.at),this.ghosts=new eu(t,this.batches,r),this.ghosts.place(e.time),ox(t,this.bodies,this.batches),this.glyphs=S0(t,this.bodies,this.batches,this.stage.up),g0(t,this.bodies,this.batches),y0(t,this.bodies,this.batches),x0(t,this.bodies,this.batches),this.lines=R0(t,this.bodies,this.batches),this.batches.build(),this.batches.showLayer("axes",!1),this.tracks=t.tracks.map(a=>new Su(a,this.bodies,r));let o=pp(t.size/8);this.roads=t.roads.map(a=>new Mu(a,this.bodies,o)),this.arrows=new qh(t,this.bodies,r),this.traces=new Pu(e.motion,t,r),this.quality=new vu(this.stage,[this.batches,this.arrows,this.traces],s?.quality),this.layer=lt("div",{class:"labels"}),this.holder.append(this.layer),this.labels=new nu(t,this.bodies,this.arrows.frames,this.layer),this.triad=new Nu(this.holder),this.cameras=new Kh(this.stage,this.bodies,()=>this.swept(),t),this.details=new Qh(t,this.bodies,this.arrows),this.build(s),this.start(s)}build(t){let{scene:e,clock:n,app:s}=this,{signal:r}=this.ended;this.tree=new Lu(e,l=>this.choose(l)),this.plots=new yu(e,n,this.theme.palette,l=>this.openChooser(l)),this.chooser=new jh(e,(l,c)=>{l?this.plots.extend(l,c):this.plots.add([c])}),this.toolbar=new wu(e,this),this.helpSheet=qp();let o=b0(s,()=>this.resize(),r);this.notices=lt("div",{class:"notices",role:"status"}),this.holder.append(this.notices);for(let l of e.notices)this.notify(l);this.ghosts.legend&&this.holder.append(this.ghosts.legend),s.replaceChildren(this.toolbar.node,this.tree.node,this.holder,o,this.plots.node,cx(e,n),this.chooser.node,this.helpSheet),!e.channels.length&&!t&&s.classList.add("no-plots"),w0(s,()=>this.toolbar.update(),r,!t),this.listener=l=>this.setPalette(l),this.theme.listen(this.listener);let a=[[()=>this.resize(),this.holder],[()=>this.plots.resize(),this.plots.list]].map(([l,c])=>{let h=new ResizeObserver(l);return h.observe(c),h});r.addEventListener("abort",()=>a.forEach(l=>l.disconnect())),this.cameras.controls.addEventListener("change",()=>{this.dirty=!0}),this.listenToPointer(),document.addEventListener("pointerdown",l=>{l.target.closest?.(".menu")||this.closeMenu()},{signal:r}),n.listen(()=>this.changed())}setPalette(t){for(let e of[this.stage,this.arrows,this.traces,this.plots,this.toolbar,...this.roads])e.setPalette(t);this.dirty=!0}notify(t){let e=lt("p",{},lt("span",{text:t}),Ce("","Dismiss",()=>e.remove(),"close"));return this.notices.append(e),e}start(t){let{scene:e}=this,n=e.frames.filter(s=>s.body>0);e.travels||n.slice(0,4).forEach(s=>this.traces.toggle(s.name,s.body,s.at)),e.roads.length&&Object.assign(this.arrows.on,{efforts:!1,reactionForces:!1,acting:!0}),this.stage.resize(),this.update(),t?lx(this,t):this.cameras.look("iso"),this.toolbar.update(),e.travels&&this.cameras.follow(pT(e)),this.tree.mark(null),this.clock.tell()}changed(){this.at=this.clock.motion.place(this.clock.time),this.update(),this.plots.updateAll(),this.chosen&&this.clock.due("details")&&this.showDetails()}place(t){wl(this.bodies,this.clock.motion,t);let{times:e}=this.clock.motion,n=t.part>0?e[t.frame+1]-e[t.frame]:0;this.ghosts.place(e[t.frame]+t.part*n);for(let s of this.lines)s.update()}swept(){let{travels:t}=this.scene;if(t)return this.batches.corners();let e=this.batches.meshes.length?[]:fT(this.scene.size),n=Math.min(this.clock.motion.count,uT);for(let s=0;s<n;s+=1){let r={frame:Math.round(s*(this.clock.motion.count-1)/Math.max(n-1,1)),part:0};this.place(r),this.batches.corners(e);for(let o of this.arrows.tips(r))e.push(...this.stage.world.localToWorld(o).toArray())}for(let s of this.traces.points())for(let r=0;r<s.length;r+=3)e.push(...this.stage.world.localToWorld(dT.fromArray(s,r)).toArray());return this.update(),e}update(){this.place(this.at);for(let t of this.tracks)t.update();this.batches.update();for(let t of this.roads)t.update(this.clock.time);this.arrows.update(this.at),this.traces.update(this.at),this.cameras.update(),this.dirty=!0}refresh(){this.update(),this.toolbar.update()}frame(t){this.quality.frame(this.clock.playing||this.dirty,t),(this.dirty||this.stage.changed)&&this.render()}draw(){this.quality.set(0),this.render()}show(){this.quality.set(this.quality.learned),this.render(),this.dirty=!0}render(){let{stage:t}=this;this.dirty=!1,t.changed=!1,t.render(),this.labels.update(t.camera,t.world,t.width,t.height),this.triad.update(t.camera,t.world);for(let e of this.overlays)e.update(this)}resize(){this.stage.resize()&&this.draw(),this.plots.resize()}look(t){this.cameras.look(t),this.refresh()}fit(){this.cameras.fit(),this.refresh()}toggleOrthographic(t=!this.cameras.orthographic){this.cameras.setOrthographic(t),this.refresh()}follow(t){this.cameras.follow(this.cameras.followed===t?null:t),this.refresh()}trace(t,e,n){this.traces.visible=!0,this.traces.toggle(t,e,n),this.refresh()}toggleLabels(t=!this.labels.visible){this.labels.visible=t,this.refresh()}toggleAxes(t=!this.labels.axes){this.labels.axes=t,this.batches.showLayer("axes",t),this.refresh()}toggleTraces(t=!this.traces.visible){this.traces.visible=t,this.refresh()}toggleClear(t=!this.clear){this.clear=t,this.batches.setClear(t),this.refresh()}toggleGhosts(t=!this.ghosts.visible){this.ghosts.visible=t,this.batches.showLayer("ghost",t),this.ghosts.legend&&(this.ghosts.legend.hidden=!t),this.plots.showGhosts(t),this.refresh()}setArrows(t,e=!this.arrows.on[t]){this.arrows.on[t]=e,this.refresh()}scaleArrows(t){this.arrows.factor=t,this.refresh()}toggleTree(){this.app.classList.toggle("no-tree"),this.toolbar.update()}togglePlots(){this.app.classList.toggle("no-plots"),this.toolbar.update()}openChooser(t){this.scene.channels.length&&this.chooser.open(t,t?this.plots.lines(t.channels)[0].unit:"")}closeMenu(){for(let t of this.app.querySelectorAll(".menu[open]"))t.open=!1}help(){this.helpSheet.showModal()}save(){this.draw();let{width:t,height:e}=this.stage.renderer.domElement,n=I0(this,Object.assign(document.createElement("canvas"),{width:t,height:e})),s=`${P0(this.scene.name)}-${this.clock.time.toFixed(4)}s.png`;n.toBlob(r=>L0(r,s),"image/png")}choose(t){this.closeMenu(),this.chosen&&this.batches.highlight(this.chosen,!1),t&&this.batches.highlight(t,!0),this.chosen=t,this.tree.mark(t),t&&this.showDetails(),this.dirty=!0}showDetails(){let{title:t,note:e,rows:n,body:s,at:r}=this.details.of(this.chosen,this.at),o=[];if(s){let a=`${this.chosen.kind} ${t}`;this.scene.live||o.push(["Trace",this.traces.has(a),()=>{this.trace(a,s,r),this.showDetails()}]),o.push(["Follow",this.cameras.followed===s,()=>{this.follow(s),this.showDetails()}])}this.tree.show(t,e,n,o)}listenToPointer(){let t=this.stage.renderer.domElement,{signal:e}=this.ended,n=null;t.addEventListener("pointerdown",s=>{n=s.isPrimary?[s.clientX,s.clientY]:null},{signal:e}),t.addEventListener("pointerup",s=>{let r=s.pointerType==="touch";!n||Math.hypot(s.clientX-n[0],s.clientY-n[1])>(r?10:4)||this.choose(r?this.pickedNear(s):this.picked(s))},{signal:e}),t.addEventListener("dblclick",()=>this.fit(),{signal:e})}pickedNear({clientX:t,clientY:e}){for(let n of[0,8,16])for(let s=0;s<(n?8:1);s+=1){let[r,o]=[Math.cos(Math.PI*s/4),Math.sin(Math.PI*s/4)],a=this.picked({clientX:t+n*r,clientY:e+n*o});if(a)return a}return null}picked(t){let e=this.stage.renderer.domElement.getBoundingClientRect(),n=new pt(2*(t.clientX-e.left)/e.width-1,1-2*(t.clientY-e.top)/e.height),s=new el;return s.setFromCamera(n,this.stage.camera),this.batches.picked(s)}},dT=new R;function fT(i){return[-1,1].flatMap(t=>[-1,1].flatMap(e=>[-1,1].flatMap(n=>[t,e,n].map(s=>.35*s*i))))}function pT(i){let t=i.joints.filter(n=>n.free).map(n=>n.child);return(t.length?t:i.bodies.map((n,s)=>s).slice(1)).reduce((n,s)=>i.bodies[s].mass>i.bodies[n].mass?s:n)}var _x=document.getElementById("app");async function mT(){let i=await Vp(),t=new Fl(new Fo(i)),e=new Uu(i,t,_x);Xp(e,t);let n=null,s=o=>{t.playing&&n!==null&&t.advance(Math.min((o-n)/1e3,.25)),e.frame(o-(n??o)),n=o,requestAnimationFrame(s)};requestAnimationFrame(s),e.draw();let r=i.live?new Vh(i,t,e):null;window.sarrus={...zp(i,t,e),steering:r}}window.sarrus={ready:!1};mT().catch(i=>{_x.replaceChildren(lt("p",{class:"failed",text:`The page cannot be shown: ${i.message}`})),window.sarrus={ready:!1,error:String(i)}});})();
