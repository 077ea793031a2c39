/*!
three 0.187.0

The MIT License

Copyright (c) 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

uplot 1.6.32

The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
(()=>{var mr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},gr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},c0=0,zd=1,h0=2;var Br=1,u0=2,Yo=3,_r=0,oi=1,zn=2,kr=0,$o=1,Vd=2,Gd=3,Hd=4,f0=5;var zr=100,d0=101,p0=102,m0=103,g0=104,_0=200,x0=201,y0=202,v0=203,Wd=204,Xd=205,M0=206,b0=207,S0=208,w0=209,A0=210,E0=211,T0=212,C0=213,R0=214,qc=0,Yc=1,$c=2,Io=3,Zc=4,Kc=5,Lo=6,jc=7,Ch=0,P0=1,I0=2,gs=0,qd=1,Yd=2,$d=3,Tl=4,Zd=5,Kd=6,jd=7;var Jd=300,Vr=301,Zo=302,Rh=303,Ph=304,Jc=1e3,fs=1001,Qc=1002,Fn=1003,L0=1004;var Cl=1005;var ri=1006,Ih=1007;var Bs=1008;var hi=1009,Qd=1010,tp=1011,Ko=1012,Lh=1013,Ki=1014,Ni=1015,ji=1016,Dh=1017,Nh=1018,Gr=1020,ep=35902,np=35899,ip=1021,sp=1022,Ji=1023,Us=1026,ks=1027,Uh=1028,Oh=1029,xr=1030,Fh=1031;var Bh=1033,Rl=33776,Pl=33777,Il=33778,Ll=33779,kh=35840,zh=35841,Vh=35842,Gh=35843,Hh=36196,Wh=37492,Xh=37496,qh=37488,Yh=37489,Dl=37490,$h=37491,Zh=37808,Kh=37809,jh=37810,Jh=37811,Qh=37812,tu=37813,eu=37814,nu=37815,iu=37816,su=37817,ru=37818,ou=37819,au=37820,lu=37821,cu=36492,hu=36494,uu=36495,fu=36283,du=36284,Nl=36285,pu=36286;var Wa=2300,th=2301,Wc=2302,Rd=2303,Pd=2400,Id=2401,Ld=2402;var D0=3200;var Ul=0,N0=1,zs="",Mi="srgb",Xa="srgb-linear",qa="linear",Ve="srgb";var Xc=7680;var U0=519,O0=512,F0=513,B0=514,rp=515,k0=516,z0=517,op=518,ap=519,lp=35044,cp=35048;var hp="300 es",Li=2e3,Do=2001;function vM(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function MM(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Ya(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function V0(){let i=Ya("canvas");return i.style.display="block",i}var bg={},No=null;function $a(...i){let t="THREE."+i.shift();No?No("log",t,...i):console.log(t,...i)}function G0(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function ne(...i){i=G0(i);let t="THREE."+i.shift();if(No)No("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function ce(...i){i=G0(i);let t="THREE."+i.shift();if(No)No("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function ka(...i){let t=i.join(" ");t in bg||(bg[t]=!0,ne(...i))}function H0(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var W0={[qc]:qc,[$c]:Lo,[Zc]:Zc,[Io]:Kc,[Yc]:Yc,[Lo]:$c,[jc]:jc,[Kc]:Io},Xi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Yn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Sg=1234567,za=Math.PI/180,Uo=180/Math.PI;function Vs(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Yn[i&255]+Yn[i>>8&255]+Yn[i>>16&255]+Yn[i>>24&255]+"-"+Yn[t&255]+Yn[t>>8&255]+"-"+Yn[t>>16&15|64]+Yn[t>>24&255]+"-"+Yn[e&63|128]+Yn[e>>8&255]+"-"+Yn[e>>16&255]+Yn[e>>24&255]+Yn[n&255]+Yn[n>>8&255]+Yn[n>>16&255]+Yn[n>>24&255]).toLowerCase()}function pe(i,t,e){return Math.max(t,Math.min(e,i))}function up(i,t){return(i%t+t)%t}function bM(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function SM(i,t,e){return i!==t?(e-i)/(t-i):0}function Va(i,t,e){return(1-e)*i+e*t}function wM(i,t,e,n){return Va(i,t,1-Math.exp(-e*n))}function AM(i,t=1){return t-Math.abs(up(i,t*2)-t)}function EM(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function TM(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function CM(i,t){return i+Math.floor(Math.random()*(t-i+1))}function RM(i,t){return i+Math.random()*(t-i)}function PM(i){return i*(.5-Math.random())}function IM(i){i!==void 0&&(Sg=i);let t=Sg+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function LM(i){return i*za}function DM(i){return i*Uo}function NM(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function UM(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function fp(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function OM(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),f=o((t-n)/2),d=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*f,a*c);break;case"YZY":i.set(l*f,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*f,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*d,a*c);break;case"YXY":i.set(l*d,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*d,a*h,a*c);break;default:ne("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function mu(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function dp(i,t){if(t.constructor===Float32Array)return i;let e=mu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function pp(i,t){if(t.constructor===Float32Array)return i;let e=mu(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var Ol={DEG2RAD:za,RAD2DEG:Uo,generateUUID:Vs,clamp:pe,euclideanModulo:up,mapLinear:bM,inverseLerp:SM,lerp:Va,damp:wM,pingpong:AM,smoothstep:EM,smootherstep:TM,randInt:CM,randFloat:RM,randFloatSpread:PM,seededRandom:IM,degToRad:LM,radToDeg:DM,isPowerOfTwo:NM,ceilPowerOfTwo:UM,floorPowerOfTwo:fp,setQuaternionFromProperEuler:OM,normalize:pp,denormalize:dp},pt=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},we=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],f=r[o+0],d=r[o+1],p=r[o+2],_=r[o+3];if(u!==_||l!==f||c!==d||h!==p){let m=l*f+c*d+h*p+u*_;m<0&&(f=-f,d=-d,p=-p,_=-_,m=-m);let g=1-a;if(m<.9995){let v=Math.acos(m),S=Math.sin(v);g=Math.sin(g*v)/S,a=Math.sin(a*v)/S,l=l*g+f*a,c=c*g+d*a,h=h*g+p*a,u=u*g+_*a}else{l=l*g+f*a,c=c*g+d*a,h=h*g+p*a,u=u*g+_*a;let v=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=v,c*=v,h*=v,u*=v}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],f=r[o+1],d=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*d-c*f,t[e+1]=l*p+h*f+c*u-a*d,t[e+2]=c*p+h*d+a*f-l*u,t[e+3]=h*p-a*u-l*f-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),f=l(n/2),d=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=f*h*u+c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u-f*d*p;break;case"YXZ":this._x=f*h*u+c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u+f*d*p;break;case"ZXY":this._x=f*h*u-c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u-f*d*p;break;case"ZYX":this._x=f*h*u-c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u+f*d*p;break;case"YZX":this._x=f*h*u+c*d*p,this._y=c*d*u+f*h*p,this._z=c*h*p-f*d*u,this._w=c*h*u-f*d*p;break;case"XZY":this._x=f*h*u-c*d*p,this._y=c*d*u-f*h*p,this._z=c*h*p+f*d*u,this._w=c*h*u+f*d*p;break;default:ne("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],f=n+a+u;if(f>0){let d=.5/Math.sqrt(f+1);this._w=.25/d,this._x=(h-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>u){let d=2*Math.sqrt(1+n-a-u);this._w=(h-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>u){let d=2*Math.sqrt(1+a-n-u);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+h)/d}else{let d=2*Math.sqrt(1+u-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+h)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(pe(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},C=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(wg.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(wg.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this.z=pe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this.z=pe(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return sd.copy(this).projectOnVector(t),this.sub(sd)}reflect(t){return this.sub(sd.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},sd=new C,wg=new we,ge=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],f=n[2],d=n[5],p=n[8],_=s[0],m=s[3],g=s[6],v=s[1],S=s[4],M=s[7],R=s[2],T=s[5],x=s[8];return r[0]=o*_+a*v+l*R,r[3]=o*m+a*S+l*T,r[6]=o*g+a*M+l*x,r[1]=c*_+h*v+u*R,r[4]=c*m+h*S+u*T,r[7]=c*g+h*M+u*x,r[2]=f*_+d*v+p*R,r[5]=f*m+d*S+p*T,r[8]=f*g+d*M+p*x,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,f=a*l-h*r,d=c*r-o*l,p=e*u+n*f+s*d;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/p;return t[0]=u*_,t[1]=(s*c-h*n)*_,t[2]=(a*n-s*o)*_,t[3]=f*_,t[4]=(h*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=d*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return ka("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(rd.makeScale(t,e)),this}rotate(t){return ka("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(rd.makeRotation(-t)),this}translate(t,e){return ka("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(rd.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},rd=new ge,Ag=new ge().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Eg=new ge().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function FM(){let i={enabled:!0,workingColorSpace:Xa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ve&&(s.r=Ns(s.r),s.g=Ns(s.g),s.b=Ns(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ve&&(s.r=Po(s.r),s.g=Po(s.g),s.b=Po(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===zs?qa:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Xa]:{primaries:t,whitePoint:n,transfer:qa,toXYZ:Ag,fromXYZ:Eg,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Mi},outputColorSpaceConfig:{drawingBufferColorSpace:Mi}},[Mi]:{primaries:t,whitePoint:n,transfer:Ve,toXYZ:Ag,fromXYZ:Eg,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Mi}}}),i}var Re=FM();function Ns(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Po(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var po,eh=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{po===void 0&&(po=Ya("canvas")),po.width=t.width,po.height=t.height;let s=po.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=po}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Ya("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ns(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Ns(e[n]/255)*255):e[n]=Ns(e[n]);return{data:e,width:t.width,height:t.height}}else return ne("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},BM=0,Oo=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:BM++}),this.uuid=Vs(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(od(s[o].image)):r.push(od(s[o]))}else r=od(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function od(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?eh.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(ne("Texture: Unable to serialize Texture."),{})}var kM=0,ad=new C,ci=class i extends Xi{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=fs,s=fs,r=ri,o=Bs,a=Ji,l=hi,c=i.DEFAULT_ANISOTROPY,h=zs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:kM++}),this.uuid=Vs(),this.name="",this.source=new Oo(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new pt(0,0),this.repeat=new pt(1,1),this.center=new pt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ge,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(ad).x}get height(){return this.source.getSize(ad).y}get depth(){return this.source.getSize(ad).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){ne(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ne(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Jd)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Jc:t.x=t.x-Math.floor(t.x);break;case fs:t.x=t.x<0?0:1;break;case Qc:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Jc:t.y=t.y-Math.floor(t.y);break;case fs:t.y=t.y<0?0:1;break;case Qc:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};ci.DEFAULT_IMAGE=null;ci.DEFAULT_MAPPING=Jd;ci.DEFAULT_ANISOTROPY=1;var Ge=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],f=l[1],d=l[5],p=l[9],_=l[2],m=l[6],g=l[10];if(Math.abs(h-f)<.01&&Math.abs(u-_)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+f)<.1&&Math.abs(u+_)<.1&&Math.abs(p+m)<.1&&Math.abs(c+d+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let S=(c+1)/2,M=(d+1)/2,R=(g+1)/2,T=(h+f)/4,x=(u+_)/4,w=(p+m)/4;return S>M&&S>R?S<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(S),s=T/n,r=x/n):M>R?M<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(M),n=T/s,r=w/s):R<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),n=x/r,s=w/r),this.set(n,s,r,e),this}let v=Math.sqrt((m-p)*(m-p)+(u-_)*(u-_)+(f-h)*(f-h));return Math.abs(v)<.001&&(v=1),this.x=(m-p)/v,this.y=(u-_)/v,this.z=(f-h)/v,this.w=Math.acos((c+d+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this.z=pe(this.z,t.z,e.z),this.w=pe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this.z=pe(this.z,t,e),this.w=pe(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},nh=class extends Xi{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:ri,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Ge(0,0,t,e),this.scissorTest=!1,this.viewport=new Ge(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new ci({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:ri,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new Oo(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},bi=class extends nh{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Za=class extends ci{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Fn,this.minFilter=Fn,this.wrapR=fs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var ih=class extends ci{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Fn,this.minFilter=Fn,this.wrapR=fs,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var qt=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,u,f,d,p,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,f,d,p,_,m)}set(t,e,n,s,r,o,a,l,c,h,u,f,d,p,_,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=f,g[3]=d,g[7]=p,g[11]=_,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/mo.setFromMatrixColumn(t,0).length(),r=1/mo.setFromMatrixColumn(t,1).length(),o=1/mo.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let f=o*h,d=o*u,p=a*h,_=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=d+p*c,e[5]=f-_*c,e[9]=-a*l,e[2]=_-f*c,e[6]=p+d*c,e[10]=o*l}else if(t.order==="YXZ"){let f=l*h,d=l*u,p=c*h,_=c*u;e[0]=f+_*a,e[4]=p*a-d,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=d*a-p,e[6]=_+f*a,e[10]=o*l}else if(t.order==="ZXY"){let f=l*h,d=l*u,p=c*h,_=c*u;e[0]=f-_*a,e[4]=-o*u,e[8]=p+d*a,e[1]=d+p*a,e[5]=o*h,e[9]=_-f*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let f=o*h,d=o*u,p=a*h,_=a*u;e[0]=l*h,e[4]=p*c-d,e[8]=f*c+_,e[1]=l*u,e[5]=_*c+f,e[9]=d*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let f=o*l,d=o*c,p=a*l,_=a*c;e[0]=l*h,e[4]=_-f*u,e[8]=p*u+d,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=d*u+p,e[10]=f-_*u}else if(t.order==="XZY"){let f=o*l,d=o*c,p=a*l,_=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=f*u+_,e[5]=o*h,e[9]=d*u-p,e[2]=p*u-d,e[6]=a*h,e[10]=_*u+f}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(zM,t,VM)}lookAt(t,e,n){let s=this.elements;return yi.subVectors(t,e),yi.lengthSq()===0&&(yi.z=1),yi.normalize(),tr.crossVectors(n,yi),tr.lengthSq()===0&&(Math.abs(n.z)===1?yi.x+=1e-4:yi.z+=1e-4,yi.normalize(),tr.crossVectors(n,yi)),tr.normalize(),xc.crossVectors(yi,tr),s[0]=tr.x,s[4]=xc.x,s[8]=yi.x,s[1]=tr.y,s[5]=xc.y,s[9]=yi.y,s[2]=tr.z,s[6]=xc.z,s[10]=yi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],f=n[9],d=n[13],p=n[2],_=n[6],m=n[10],g=n[14],v=n[3],S=n[7],M=n[11],R=n[15],T=s[0],x=s[4],w=s[8],F=s[12],D=s[1],L=s[5],G=s[9],W=s[13],N=s[2],H=s[6],Y=s[10],V=s[14],ct=s[3],$=s[7],J=s[11],et=s[15];return r[0]=o*T+a*D+l*N+c*ct,r[4]=o*x+a*L+l*H+c*$,r[8]=o*w+a*G+l*Y+c*J,r[12]=o*F+a*W+l*V+c*et,r[1]=h*T+u*D+f*N+d*ct,r[5]=h*x+u*L+f*H+d*$,r[9]=h*w+u*G+f*Y+d*J,r[13]=h*F+u*W+f*V+d*et,r[2]=p*T+_*D+m*N+g*ct,r[6]=p*x+_*L+m*H+g*$,r[10]=p*w+_*G+m*Y+g*J,r[14]=p*F+_*W+m*V+g*et,r[3]=v*T+S*D+M*N+R*ct,r[7]=v*x+S*L+M*H+R*$,r[11]=v*w+S*G+M*Y+R*J,r[15]=v*F+S*W+M*V+R*et,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],f=t[10],d=t[14],p=t[3],_=t[7],m=t[11],g=t[15],v=l*d-c*f,S=a*d-c*u,M=a*f-l*u,R=o*d-c*h,T=o*f-l*h,x=o*u-a*h;return e*(_*v-m*S+g*M)-n*(p*v-m*R+g*T)+s*(p*S-_*R+g*x)-r*(p*M-_*T+m*x)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],f=t[10],d=t[11],p=t[12],_=t[13],m=t[14],g=t[15],v=e*a-n*o,S=e*l-s*o,M=e*c-r*o,R=n*l-s*a,T=n*c-r*a,x=s*c-r*l,w=h*_-u*p,F=h*m-f*p,D=h*g-d*p,L=u*m-f*_,G=u*g-d*_,W=f*g-d*m,N=v*W-S*G+M*L+R*D-T*F+x*w;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/N;return t[0]=(a*W-l*G+c*L)*H,t[1]=(s*G-n*W-r*L)*H,t[2]=(_*x-m*T+g*R)*H,t[3]=(f*T-u*x-d*R)*H,t[4]=(l*D-o*W-c*F)*H,t[5]=(e*W-s*D+r*F)*H,t[6]=(m*M-p*x-g*S)*H,t[7]=(h*x-f*M+d*S)*H,t[8]=(o*G-a*D+c*w)*H,t[9]=(n*D-e*G-r*w)*H,t[10]=(p*T-_*M+g*v)*H,t[11]=(u*M-h*T-d*v)*H,t[12]=(a*F-o*L-l*w)*H,t[13]=(e*L-n*F+s*w)*H,t[14]=(_*S-p*R-m*v)*H,t[15]=(h*R-u*S+f*v)*H,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,f=r*c,d=r*h,p=r*u,_=o*h,m=o*u,g=a*u,v=l*c,S=l*h,M=l*u,R=n.x,T=n.y,x=n.z;return s[0]=(1-(_+g))*R,s[1]=(d+M)*R,s[2]=(p-S)*R,s[3]=0,s[4]=(d-M)*T,s[5]=(1-(f+g))*T,s[6]=(m+v)*T,s[7]=0,s[8]=(p+S)*x,s[9]=(m-v)*x,s[10]=(1-(f+_))*x,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=mo.set(s[0],s[1],s[2]).length(),a=mo.set(s[4],s[5],s[6]).length(),l=mo.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Gi.copy(this);let c=1/o,h=1/a,u=1/l;return Gi.elements[0]*=c,Gi.elements[1]*=c,Gi.elements[2]*=c,Gi.elements[4]*=h,Gi.elements[5]*=h,Gi.elements[6]*=h,Gi.elements[8]*=u,Gi.elements[9]*=u,Gi.elements[10]*=u,e.setFromRotationMatrix(Gi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=Li,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),f=(e+t)/(e-t),d=(n+s)/(n-s),p,_;if(l)p=r/(o-r),_=o*r/(o-r);else if(a===Li)p=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Do)p=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=f,c[12]=0,c[1]=0,c[5]=u,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Li,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),f=-(e+t)/(e-t),d=-(n+s)/(n-s),p,_;if(l)p=1/(o-r),_=o/(o-r);else if(a===Li)p=-2/(o-r),_=-(o+r)/(o-r);else if(a===Do)p=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=f,c[1]=0,c[5]=u,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},mo=new C,Gi=new qt,zM=new C(0,0,0),VM=new C(1,1,1),tr=new C,xc=new C,yi=new C,Tg=new qt,Cg=new we,ds=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],f=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(pe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(f,c),this._z=0);break;case"YXZ":this._x=Math.asin(-pe(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(pe(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(-u,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-pe(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(f,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(pe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-pe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(f,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,d),this._y=0);break;default:ne("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Tg.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Tg,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Cg.setFromEuler(this),this.setFromQuaternion(Cg,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ds.DEFAULT_ORDER="XYZ";var Fo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},GM=0,Rg=new C,go=new we,Rs=new qt,yc=new C,Ia=new C,HM=new C,WM=new we,Pg=new C(1,0,0),Ig=new C(0,1,0),Lg=new C(0,0,1),Dg={type:"added"},XM={type:"removed"},_o={type:"childadded",child:null},ld={type:"childremoved",child:null},kn=class i extends Xi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:GM++}),this.uuid=Vs(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new C,e=new ds,n=new we,s=new C(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new qt},normalMatrix:{value:new ge}}),this.matrix=new qt,this.matrixWorld=new qt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Fo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return go.setFromAxisAngle(t,e),this.quaternion.multiply(go),this}rotateOnWorldAxis(t,e){return go.setFromAxisAngle(t,e),this.quaternion.premultiply(go),this}rotateX(t){return this.rotateOnAxis(Pg,t)}rotateY(t){return this.rotateOnAxis(Ig,t)}rotateZ(t){return this.rotateOnAxis(Lg,t)}translateOnAxis(t,e){return Rg.copy(t).applyQuaternion(this.quaternion),this.position.add(Rg.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Pg,t)}translateY(t){return this.translateOnAxis(Ig,t)}translateZ(t){return this.translateOnAxis(Lg,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Rs.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?yc.copy(t):yc.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Ia.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Rs.lookAt(Ia,yc,this.up):Rs.lookAt(yc,Ia,this.up),this.quaternion.setFromRotationMatrix(Rs),s&&(Rs.extractRotation(s.matrixWorld),go.setFromRotationMatrix(Rs),this.quaternion.premultiply(go.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(ce("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Dg),_o.child=t,this.dispatchEvent(_o),_o.child=null):ce("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(XM),ld.child=t,this.dispatchEvent(ld),ld.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Rs.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Rs.multiply(t.parent.matrixWorld)),t.applyMatrix4(Rs),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Dg),_o.child=t,this.dispatchEvent(_o),_o.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ia,t,HM),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ia,WM,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),f=o(t.skeletons),d=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),f.length>0&&(n.skeletons=f),d.length>0&&(n.animations=d),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};kn.DEFAULT_UP=new C(0,1,0);kn.DEFAULT_MATRIX_AUTO_UPDATE=!0;kn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var On=class extends kn{constructor(){super(),this.isGroup=!0,this.type="Group"}},qM={type:"move"},Bo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new On,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new On,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new C,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new C),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new On,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new C,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new C,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let m=e.getJointPose(_,n),g=this._getHandJoint(c,_);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],f=h.position.distanceTo(u.position),d=.02,p=.005;c.inputState.pinching&&f>d+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&f<=d-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(qM)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new On;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},X0={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},er={h:0,s:0,l:0},vc={h:0,s:0,l:0};function cd(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Wt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Mi){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Re.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=Re.workingColorSpace){return this.r=t,this.g=e,this.b=n,Re.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=Re.workingColorSpace){if(t=up(t,1),e=pe(e,0,1),n=pe(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=cd(o,r,t+1/3),this.g=cd(o,r,t),this.b=cd(o,r,t-1/3)}return Re.colorSpaceToWorking(this,s),this}setStyle(t,e=Mi){function n(r){r!==void 0&&parseFloat(r)<1&&ne("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:ne("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);ne("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Mi){let n=X0[t.toLowerCase()];return n!==void 0?this.setHex(n,e):ne("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Ns(t.r),this.g=Ns(t.g),this.b=Ns(t.b),this}copyLinearToSRGB(t){return this.r=Po(t.r),this.g=Po(t.g),this.b=Po(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Mi){return Re.workingToColorSpace($n.copy(this),t),Math.round(pe($n.r*255,0,255))*65536+Math.round(pe($n.g*255,0,255))*256+Math.round(pe($n.b*255,0,255))}getHexString(t=Mi){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Re.workingColorSpace){Re.workingToColorSpace($n.copy(this),e);let n=$n.r,s=$n.g,r=$n.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Re.workingColorSpace){return Re.workingToColorSpace($n.copy(this),e),t.r=$n.r,t.g=$n.g,t.b=$n.b,t}getStyle(t=Mi){Re.workingToColorSpace($n.copy(this),t);let e=$n.r,n=$n.g,s=$n.b;return t!==Mi?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(er),this.setHSL(er.h+t,er.s+e,er.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(er),t.getHSL(vc);let n=Va(er.h,vc.h,e),s=Va(er.s,vc.s,e),r=Va(er.l,vc.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},$n=new Wt;Wt.NAMES=X0;var Ka=class extends kn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ds,this.environmentIntensity=1,this.environmentRotation=new ds,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Hi=new C,Ps=new C,hd=new C,Is=new C,xo=new C,yo=new C,Ng=new C,ud=new C,fd=new C,dd=new C,pd=new Ge,md=new Ge,gd=new Ge,rr=class i{constructor(t=new C,e=new C,n=new C){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Hi.subVectors(t,e),s.cross(Hi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Hi.subVectors(s,e),Ps.subVectors(n,e),hd.subVectors(t,e);let o=Hi.dot(Hi),a=Hi.dot(Ps),l=Hi.dot(hd),c=Ps.dot(Ps),h=Ps.dot(hd),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let f=1/u,d=(c*l-a*h)*f,p=(o*h-a*l)*f;return r.set(1-d-p,p,d)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,Is)===null?!1:Is.x>=0&&Is.y>=0&&Is.x+Is.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,Is)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Is.x),l.addScaledVector(o,Is.y),l.addScaledVector(a,Is.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return pd.setScalar(0),md.setScalar(0),gd.setScalar(0),pd.fromBufferAttribute(t,e),md.fromBufferAttribute(t,n),gd.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(pd,r.x),o.addScaledVector(md,r.y),o.addScaledVector(gd,r.z),o}static isFrontFacing(t,e,n,s){return Hi.subVectors(n,e),Ps.subVectors(t,e),Hi.cross(Ps).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Hi.subVectors(this.c,this.b),Ps.subVectors(this.a,this.b),Hi.cross(Ps).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;xo.subVectors(s,n),yo.subVectors(r,n),ud.subVectors(t,n);let l=xo.dot(ud),c=yo.dot(ud);if(l<=0&&c<=0)return e.copy(n);fd.subVectors(t,s);let h=xo.dot(fd),u=yo.dot(fd);if(h>=0&&u<=h)return e.copy(s);let f=l*u-h*c;if(f<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(xo,o);dd.subVectors(t,r);let d=xo.dot(dd),p=yo.dot(dd);if(p>=0&&d<=p)return e.copy(r);let _=d*c-l*p;if(_<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(yo,a);let m=h*p-d*u;if(m<=0&&u-h>=0&&d-p>=0)return Ng.subVectors(r,s),a=(u-h)/(u-h+(d-p)),e.copy(s).addScaledVector(Ng,a);let g=1/(m+_+f);return o=_*g,a=f*g,e.copy(n).addScaledVector(xo,o).addScaledVector(yo,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},mn=class{constructor(t=new C(1/0,1/0,1/0),e=new C(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Wi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Wi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Wi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Wi):Wi.fromBufferAttribute(r,o),Wi.applyMatrix4(t.matrixWorld),this.expandByPoint(Wi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),Mc.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Mc.copy(n.boundingBox)),Mc.applyMatrix4(t.matrixWorld),this.union(Mc)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Wi),Wi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(La),bc.subVectors(this.max,La),vo.subVectors(t.a,La),Mo.subVectors(t.b,La),bo.subVectors(t.c,La),nr.subVectors(Mo,vo),ir.subVectors(bo,Mo),Cr.subVectors(vo,bo);let e=[0,-nr.z,nr.y,0,-ir.z,ir.y,0,-Cr.z,Cr.y,nr.z,0,-nr.x,ir.z,0,-ir.x,Cr.z,0,-Cr.x,-nr.y,nr.x,0,-ir.y,ir.x,0,-Cr.y,Cr.x,0];return!_d(e,vo,Mo,bo,bc)||(e=[1,0,0,0,1,0,0,0,1],!_d(e,vo,Mo,bo,bc))?!1:(Sc.crossVectors(nr,ir),e=[Sc.x,Sc.y,Sc.z],_d(e,vo,Mo,bo,bc))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Wi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Wi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(Ls[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),Ls[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),Ls[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),Ls[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),Ls[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),Ls[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),Ls[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),Ls[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(Ls),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},Ls=[new C,new C,new C,new C,new C,new C,new C,new C],Wi=new C,Mc=new mn,vo=new C,Mo=new C,bo=new C,nr=new C,ir=new C,Cr=new C,La=new C,bc=new C,Sc=new C,Rr=new C;function _d(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Rr.fromArray(i,r);let a=s.x*Math.abs(Rr.x)+s.y*Math.abs(Rr.y)+s.z*Math.abs(Rr.z),l=t.dot(Rr),c=e.dot(Rr),h=n.dot(Rr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var Mn=new C,wc=new pt,YM=0,Ie=class extends Xi{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:YM++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=lp,this.updateRanges=[],this.gpuType=Ni,this.version=0,this._normalizationScale=t!==void 0?mu(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)wc.fromBufferAttribute(this,e),wc.applyMatrix3(t),this.setXY(e,wc.x,wc.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)Mn.fromBufferAttribute(this,e),Mn.applyMatrix3(t),this.setXYZ(e,Mn.x,Mn.y,Mn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)Mn.fromBufferAttribute(this,e),Mn.applyMatrix4(t),this.setXYZ(e,Mn.x,Mn.y,Mn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Mn.fromBufferAttribute(this,e),Mn.applyNormalMatrix(t),this.setXYZ(e,Mn.x,Mn.y,Mn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Mn.fromBufferAttribute(this,e),Mn.transformDirection(t),this.setXYZ(e,Mn.x,Mn.y,Mn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):dp(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):pp(t,this.array)}};var ja=class extends Ie{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Ja=class extends Ie{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var Ne=class extends Ie{constructor(t,e,n){super(new Float32Array(t),e,n)}},$M=new mn,Da=new C,xd=new C,Si=class{constructor(t=new C,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):$M.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Da.subVectors(t,this.center);let e=Da.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(Da,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(xd.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Da.copy(t.center).add(xd)),this.expandByPoint(Da.copy(t.center).sub(xd))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},ZM=0,Ii=new qt,yd=new kn,So=new C,vi=new mn,Na=new mn,Un=new C,Fe=class i extends Xi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:ZM++}),this.uuid=Vs(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(vM(t)?Ja:ja)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ge().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Ii.makeRotationFromQuaternion(t),this.applyMatrix4(Ii),this}rotateX(t){return Ii.makeRotationX(t),this.applyMatrix4(Ii),this}rotateY(t){return Ii.makeRotationY(t),this.applyMatrix4(Ii),this}rotateZ(t){return Ii.makeRotationZ(t),this.applyMatrix4(Ii),this}translate(t,e,n){return Ii.makeTranslation(t,e,n),this.applyMatrix4(Ii),this}scale(t,e,n){return Ii.makeScale(t,e,n),this.applyMatrix4(Ii),this}lookAt(t){return yd.lookAt(t),yd.updateMatrix(),this.applyMatrix4(yd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(So).negate(),this.translate(So.x,So.y,So.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Ne(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&ne("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new mn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ce("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new C(-1/0,-1/0,-1/0),new C(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];vi.setFromBufferAttribute(r),this.morphTargetsRelative?(Un.addVectors(this.boundingBox.min,vi.min),this.boundingBox.expandByPoint(Un),Un.addVectors(this.boundingBox.max,vi.max),this.boundingBox.expandByPoint(Un)):(this.boundingBox.expandByPoint(vi.min),this.boundingBox.expandByPoint(vi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ce('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Si);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ce("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new C,1/0);return}if(t){let n=this.boundingSphere.center;if(vi.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Na.setFromBufferAttribute(a),this.morphTargetsRelative?(Un.addVectors(vi.min,Na.min),vi.expandByPoint(Un),Un.addVectors(vi.max,Na.max),vi.expandByPoint(Un)):(vi.expandByPoint(Na.min),vi.expandByPoint(Na.max))}vi.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Un.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Un));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Un.fromBufferAttribute(a,c),l&&(So.fromBufferAttribute(t,c),Un.add(So)),s=Math.max(s,n.distanceToSquared(Un))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ce('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){ce("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Ie(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new C,l[F]=new C;let h=new C,u=new C,f=new C,d=new pt,p=new pt,_=new pt,m=new C,g=new C;function v(F,D,L){c[F]=c[D]=c[L]=1,h.fromBufferAttribute(n,F),u.fromBufferAttribute(n,D),f.fromBufferAttribute(n,L),d.fromBufferAttribute(r,F),p.fromBufferAttribute(r,D),_.fromBufferAttribute(r,L),u.sub(h),f.sub(h),p.sub(d),_.sub(d);let G=1/(p.x*_.y-_.x*p.y);isFinite(G)&&(m.copy(u).multiplyScalar(_.y).addScaledVector(f,-p.y).multiplyScalar(G),g.copy(f).multiplyScalar(p.x).addScaledVector(u,-_.x).multiplyScalar(G),a[F].add(m),a[D].add(m),a[L].add(m),l[F].add(g),l[D].add(g),l[L].add(g))}let S=this.groups;S.length===0&&(S=[{start:0,count:t.count}]);for(let F=0,D=S.length;F<D;++F){let L=S[F],G=L.start,W=L.count;for(let N=G,H=G+W;N<H;N+=3)v(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let M=new C,R=new C,T=new C,x=new C;function w(F){T.fromBufferAttribute(s,F),x.copy(T);let D=a[F];M.copy(D),M.sub(T.multiplyScalar(T.dot(D))).normalize(),R.crossVectors(x,D);let G=R.dot(l[F])<0?-1:1;o.setXYZW(F,M.x,M.y,M.z,G)}for(let F=0,D=n.count;F<D;++F)c[F]&&w(F);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new Ie(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let f=0,d=n.count;f<d;f++)n.setXYZ(f,0,0,0);let s=new C,r=new C,o=new C,a=new C,l=new C,c=new C,h=new C,u=new C;if(t)for(let f=0,d=t.count;f<d;f+=3){let p=t.getX(f+0),_=t.getX(f+1),m=t.getX(f+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let f=0,d=e.count;f<d;f+=3)s.fromBufferAttribute(e,f+0),r.fromBufferAttribute(e,f+1),o.fromBufferAttribute(e,f+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(f+0,h.x,h.y,h.z),n.setXYZ(f+1,h.x,h.y,h.z),n.setXYZ(f+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Un.fromBufferAttribute(t,e),Un.normalize(),t.setXYZ(e,Un.x,Un.y,Un.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,f=new c.constructor(l.length*h),d=0,p=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?d=l[_]*a.data.stride+a.offset:d=l[_]*h;for(let g=0;g<h;g++)f[p++]=c[d++]}return new Ie(f,h,u)}if(this.index===null)return ne("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let f=c[h],d=t(f,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,f=c.length;u<f;u++){let d=c[u];h.push(d.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let f=0,d=u.length;f<d;f++)h.push(u[f].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},sh=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=lp,this.updateRanges=[],this.version=0,this.uuid=Vs()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Ug(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=Ug(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function Ug(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Vs()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var ni=new C,qi=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?mu(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)ni.fromBufferAttribute(this,e),ni.applyMatrix4(t),this.setXYZ(e,ni.x,ni.y,ni.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)ni.fromBufferAttribute(this,e),ni.applyNormalMatrix(t),this.setXYZ(e,ni.x,ni.y,ni.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)ni.fromBufferAttribute(this,e),ni.transformDirection(t),this.setXYZ(e,ni.x,ni.y,ni.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){$a("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new Ie(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){$a("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):dp(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):pp(t,this.data.array)}},vd=new C,KM=new C,jM=new ge,ii=class{constructor(t=new C(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=vd.subVectors(n,e).cross(KM.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(vd),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||jM.getNormalMatrix(t),s=this.coplanarPoint(vd).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},JM=0,Yi=class extends Xi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:JM++}),this.uuid=Vs(),this.name="",this.type="Material",this.blending=$o,this.side=_r,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Wd,this.blendDst=Xd,this.blendEquation=zr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Wt(0,0,0),this.blendAlpha=0,this.depthFunc=Io,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=U0,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Xc,this.stencilZFail=Xc,this.stencilZPass=Xc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){ne(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ne(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Wt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new ii().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new pt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new pt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var Ds=new C,Md=new C,Ac=new C,Ec=new C,or=class{constructor(t=new C,e=new C(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Ds)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Ds.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Ds.copy(this.origin).addScaledVector(this.direction,e),Ds.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Md.copy(t).add(e).multiplyScalar(.5),Ac.copy(e).sub(t).normalize(),Ec.copy(this.origin).sub(Md);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Ac),a=Ec.dot(this.direction),l=-Ec.dot(Ac),c=Ec.lengthSq(),h=Math.abs(1-o*o),u,f,d,p;if(h>0)if(u=o*l-a,f=o*a-l,p=r*h,u>=0)if(f>=-p)if(f<=p){let _=1/h;u*=_,f*=_,d=u*(u+o*f+2*a)+f*(o*u+f+2*l)+c}else f=r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f=-r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;else f<=-p?(u=Math.max(0,-(-o*r+a)),f=u>0?-r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c):f<=p?(u=0,f=Math.min(Math.max(-r,-l),r),d=f*(f+2*l)+c):(u=Math.max(0,-(o*r+a)),f=u>0?r:Math.min(Math.max(-r,-l),r),d=-u*u+f*(f+2*l)+c);else f=o>0?-r:r,u=Math.max(0,-(o*f+a)),d=-u*u+f*(f+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Md).addScaledVector(Ac,f),d}intersectSphere(t,e){if(t.radius<0)return null;Ds.subVectors(t.center,this.origin);let n=Ds.dot(this.direction),s=Ds.dot(Ds)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,f=this.origin;return c>=0?(n=(t.min.x-f.x)*c,s=(t.max.x-f.x)*c):(n=(t.max.x-f.x)*c,s=(t.min.x-f.x)*c),h>=0?(r=(t.min.y-f.y)*h,o=(t.max.y-f.y)*h):(r=(t.max.y-f.y)*h,o=(t.min.y-f.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-f.z)*u,l=(t.max.z-f.z)*u):(a=(t.max.z-f.z)*u,l=(t.min.z-f.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Ds)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,f=t.y-o.y,d=t.z-o.z,p=e.x-o.x,_=e.y-o.y,m=e.z-o.z,g=n.x-o.x,v=n.y-o.y,S=n.z-o.z,M=Math.abs(l),R=Math.abs(c),T=Math.abs(h),x,w,F,D,L,G,W,N,H,Y,V,ct;if(M>=R&&M>=T?(F=l,G=u,H=p,ct=g,l>=0?(x=c,w=h,D=f,L=d,W=_,N=m,Y=v,V=S):(x=h,w=c,D=d,L=f,W=m,N=_,Y=S,V=v)):R>=T?(F=c,G=f,H=_,ct=v,c>=0?(x=h,w=l,D=d,L=u,W=m,N=p,Y=S,V=g):(x=l,w=h,D=u,L=d,W=p,N=m,Y=g,V=S)):(F=h,G=d,H=m,ct=S,h>=0?(x=l,w=c,D=u,L=f,W=p,N=_,Y=g,V=v):(x=c,w=l,D=f,L=u,W=_,N=p,Y=v,V=g)),F===0)return null;let $=x/F,J=w/F,et=1/F,ut=D-$*G,ht=L-J*G,Q=W-$*H,_t=N-J*H,yt=Y-$*ct,Lt=V-J*ct,wt=yt*_t-Lt*Q,Gt=ut*Lt-ht*yt,oe=Q*ht-_t*ut;if(s){if(wt<0||Gt<0||oe<0)return null}else if((wt<0||Gt<0||oe<0)&&(wt>0||Gt>0||oe>0))return null;let Jt=wt+Gt+oe;if(Jt===0)return null;let ae=et*(wt*G+Gt*H+oe*ct);return(Jt>0?ae<0:ae>0)?null:this.at(ae/Jt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Os=class extends Yi{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Wt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ds,this.combine=Ch,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Og=new qt,Pr=new or,Tc=new Si,Fg=new C,Cc=new C,Rc=new C,Pc=new C,bd=new C,Ic=new C,Bg=new C,Lc=new C,bn=class extends kn{constructor(t=new Fe,e=new Os){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Ic.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(bd.fromBufferAttribute(u,t),o?Ic.addScaledVector(bd,h):Ic.addScaledVector(bd.sub(e),h))}e.add(Ic)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Tc.copy(n.boundingSphere),Tc.applyMatrix4(r),Pr.copy(t.ray).recast(t.near),!(Tc.containsPoint(Pr.origin)===!1&&(Pr.intersectSphere(Tc,Fg)===null||Pr.origin.distanceToSquared(Fg)>(t.far-t.near)**2))&&(Og.copy(r).invert(),Pr.copy(t.ray).applyMatrix4(Og),!(n.boundingBox!==null&&Pr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Pr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,f=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,_=f.length;p<_;p++){let m=f[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),S=Math.min(a.count,Math.min(m.start+m.count,d.start+d.count));for(let M=v,R=S;M<R;M+=3){let T=a.getX(M),x=a.getX(M+1),w=a.getX(M+2);s=Dc(this,g,t,n,c,h,u,T,x,w),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),_=Math.min(a.count,d.start+d.count);for(let m=p,g=_;m<g;m+=3){let v=a.getX(m),S=a.getX(m+1),M=a.getX(m+2);s=Dc(this,o,t,n,c,h,u,v,S,M),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,_=f.length;p<_;p++){let m=f[p],g=o[m.materialIndex],v=Math.max(m.start,d.start),S=Math.min(l.count,Math.min(m.start+m.count,d.start+d.count));for(let M=v,R=S;M<R;M+=3){let T=M,x=M+1,w=M+2;s=Dc(this,g,t,n,c,h,u,T,x,w),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,d.start),_=Math.min(l.count,d.start+d.count);for(let m=p,g=_;m<g;m+=3){let v=m,S=m+1,M=m+2;s=Dc(this,o,t,n,c,h,u,v,S,M),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function QM(i,t,e,n,s,r,o,a){let l;if(t.side===oi?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===_r,a),l===null)return null;Lc.copy(a),Lc.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Lc);return c<e.near||c>e.far?null:{distance:c,point:Lc.clone(),object:i}}function Dc(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Cc),i.getVertexPosition(l,Rc),i.getVertexPosition(c,Pc);let h=QM(i,t,e,n,Cc,Rc,Pc,Bg);if(h){let u=new C;rr.getBarycoord(Bg,Cc,Rc,Pc,u),s&&(h.uv=rr.getInterpolatedAttribute(s,a,l,c,u,new pt)),r&&(h.uv1=rr.getInterpolatedAttribute(r,a,l,c,u,new pt)),o&&(h.normal=rr.getInterpolatedAttribute(o,a,l,c,u,new C),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let f={a,b:l,c,normal:new C,materialIndex:0};rr.getNormal(Cc,Rc,Pc,f.normal),h.face=f,h.barycoord=u}return h}var Qa=class extends ci{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Fn,h=Fn,u,f){super(null,o,a,l,c,h,s,r,u,f),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var tl=class extends Ie{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},wo=new qt,kg=new qt,Nc=[],zg=new mn,tb=new qt,Ua=new bn,Oa=new Si,ps=class extends bn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new tl(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,tb)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new mn),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,wo),zg.copy(t.boundingBox).applyMatrix4(wo),this.boundingBox.union(zg)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Si),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,wo),Oa.copy(t.boundingSphere).applyMatrix4(wo),this.boundingSphere.union(Oa)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Ua.geometry=this.geometry,Ua.material=this.material,Ua.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Oa.copy(this.boundingSphere),Oa.applyMatrix4(n),t.ray.intersectsSphere(Oa)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,wo),kg.multiplyMatrices(n,wo),Ua.matrixWorld=kg,Ua.raycast(t,Nc);for(let o=0,a=Nc.length;o<a;o++){let l=Nc[o];l.instanceId=r,l.object=this,e.push(l)}Nc.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new tl(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new Qa(new Float32Array(s*this.count),s,this.count,Uh,Ni));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Ir=new Si,eb=new pt(.5,.5),Uc=new C,ar=class{constructor(t=new ii,e=new ii,n=new ii,s=new ii,r=new ii,o=new ii){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Li,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],f=r[6],d=r[7],p=r[8],_=r[9],m=r[10],g=r[11],v=r[12],S=r[13],M=r[14],R=r[15];if(s[0].setComponents(c-o,d-h,g-p,R-v).normalize(),s[1].setComponents(c+o,d+h,g+p,R+v).normalize(),s[2].setComponents(c+a,d+u,g+_,R+S).normalize(),s[3].setComponents(c-a,d-u,g-_,R-S).normalize(),n)s[4].setComponents(l,f,m,M).normalize(),s[5].setComponents(c-l,d-f,g-m,R-M).normalize();else if(s[4].setComponents(c-l,d-f,g-m,R-M).normalize(),e===Li)s[5].setComponents(c+l,d+f,g+m,R+M).normalize();else if(e===Do)s[5].setComponents(l,f,m,M).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Ir.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Ir.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Ir)}intersectsSprite(t){Ir.center.set(0,0,0);let e=eb.distanceTo(t.center);return Ir.radius=.7071067811865476+e,Ir.applyMatrix4(t.matrixWorld),this.intersectsSphere(Ir)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Uc.x=s.normal.x>0?t.max.x:t.min.x,Uc.y=s.normal.y>0?t.max.y:t.min.y,Uc.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Uc)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Vg=new qt,rh=class i{constructor(){this.coordinateSystem=Li,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Vg.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new ar),n[s].setFromProjectionMatrix(Vg,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new ar),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var $i=class extends Yi{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Wt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},oh=new C,ah=new C,Gg=new qt,Fa=new or,Oc=new Si,Sd=new C,Hg=new C,ko=class extends kn{constructor(t=new Fe,e=new $i){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)oh.fromBufferAttribute(e,s-1),ah.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=oh.distanceTo(ah);t.setAttribute("lineDistance",new Ne(n,1))}else ne("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Oc.copy(n.boundingSphere),Oc.applyMatrix4(s),Oc.radius+=r,t.ray.intersectsSphere(Oc)===!1)return;Gg.copy(s).invert(),Fa.copy(t.ray).applyMatrix4(Gg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,f=n.attributes.position;if(h!==null){let d=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let _=d,m=p-1;_<m;_+=c){let g=h.getX(_),v=h.getX(_+1),S=Fc(this,t,Fa,l,g,v,_);S&&e.push(S)}if(this.isLineLoop){let _=h.getX(p-1),m=h.getX(d),g=Fc(this,t,Fa,l,_,m,p-1);g&&e.push(g)}}else{let d=Math.max(0,o.start),p=Math.min(f.count,o.start+o.count);for(let _=d,m=p-1;_<m;_+=c){let g=Fc(this,t,Fa,l,_,_+1,_);g&&e.push(g)}if(this.isLineLoop){let _=Fc(this,t,Fa,l,p-1,d,p-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Fc(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(oh.fromBufferAttribute(a,s),ah.fromBufferAttribute(a,r),e.distanceSqToSegment(oh,ah,Sd,Hg)>n)return;Sd.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Sd);if(!(c<t.near||c>t.far))return{distance:c,point:Hg.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Wg=new C,Xg=new C,lr=class extends ko{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)Wg.fromBufferAttribute(e,s),Xg.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Wg.distanceTo(Xg);t.setAttribute("lineDistance",new Ne(n,1))}else ne("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var el=class extends ci{constructor(t=[],e=Vr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var Fs=class extends ci{constructor(t,e,n=Ki,s,r,o,a=Fn,l=Fn,c,h=Us,u=1){if(h!==Us&&h!==ks)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let f={width:t,height:e,depth:u};super(f,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new Oo(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},nl=class extends Fs{constructor(t,e=Ki,n=Vr,s,r,o=Fn,a=Fn,l,c=Us){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},il=class extends ci{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},cr=class i extends Fe{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],f=0,d=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Ne(c,3)),this.setAttribute("normal",new Ne(h,3)),this.setAttribute("uv",new Ne(u,2));function p(_,m,g,v,S,M,R,T,x,w,F){let D=M/x,L=R/w,G=M/2,W=R/2,N=T/2,H=x+1,Y=w+1,V=0,ct=0,$=new C;for(let J=0;J<Y;J++){let et=J*L-W;for(let ut=0;ut<H;ut++){let ht=ut*D-G;$[_]=ht*v,$[m]=et*S,$[g]=N,c.push($.x,$.y,$.z),$[_]=0,$[m]=0,$[g]=T>0?1:-1,h.push($.x,$.y,$.z),u.push(ut/x),u.push(1-J/w),V+=1}}for(let J=0;J<w;J++)for(let et=0;et<x;et++){let ut=f+et+H*J,ht=f+et+H*(J+1),Q=f+(et+1)+H*(J+1),_t=f+(et+1)+H*J;l.push(ut,ht,_t),l.push(ht,Q,_t),ct+=6}a.addGroup(d,ct,F),d+=ct,f+=V}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var Zi=class i extends Fe{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],f=[],d=[],p=0,_=[],m=n/2,g=0;v(),o===!1&&(t>0&&S(!0),e>0&&S(!1)),this.setIndex(h),this.setAttribute("position",new Ne(u,3)),this.setAttribute("normal",new Ne(f,3)),this.setAttribute("uv",new Ne(d,2));function v(){let M=new C,R=new C,T=0,x=(e-t)/n;for(let w=0;w<=r;w++){let F=[],D=w/r,L=D*(e-t)+t;for(let G=0;G<=s;G++){let W=G/s,N=W*l+a,H=Math.sin(N),Y=Math.cos(N);R.x=L*H,R.y=-D*n+m,R.z=L*Y,u.push(R.x,R.y,R.z),M.set(H,x,Y).normalize(),f.push(M.x,M.y,M.z),d.push(W,1-D),F.push(p++)}_.push(F)}for(let w=0;w<s;w++)for(let F=0;F<r;F++){let D=_[F][w],L=_[F+1][w],G=_[F+1][w+1],W=_[F][w+1];(t>0||F!==0)&&(h.push(D,L,W),T+=3),(e>0||F!==r-1)&&(h.push(L,G,W),T+=3)}c.addGroup(g,T,0),g+=T}function S(M){let R=p,T=new pt,x=new C,w=0,F=M===!0?t:e,D=M===!0?1:-1;for(let G=1;G<=s;G++)u.push(0,m*D,0),f.push(0,D,0),d.push(.5,.5),p++;let L=p;for(let G=0;G<=s;G++){let N=G/s*l+a,H=Math.cos(N),Y=Math.sin(N);x.x=F*Y,x.y=m*D,x.z=F*H,u.push(x.x,x.y,x.z),f.push(0,D,0),T.x=H*.5+.5,T.y=Y*.5*D+.5,d.push(T.x,T.y),p++}for(let G=0;G<s;G++){let W=R+G,N=L+G;M===!0?h.push(N,N+1,W):h.push(N+1,N,W),w+=3}c.addGroup(g,w,M===!0?1:2),g+=w}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},sl=class i extends Zi{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var wi=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){ne("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],f=n[s+1]-h,d=(o-h)/f;return(s+d)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new pt:new C);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new C,s=[],r=[],o=[],a=new C,l=new qt;for(let d=0;d<=t;d++){let p=d/t;s[d]=this.getTangentAt(p,new C)}r[0]=new C,o[0]=new C;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),f=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),f<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let d=1;d<=t;d++){if(r[d]=r[d-1].clone(),o[d]=o[d-1].clone(),a.crossVectors(s[d-1],s[d]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(pe(s[d-1].dot(s[d]),-1,1));r[d].applyMatrix4(l.makeRotationAxis(a,p))}o[d].crossVectors(s[d],r[d])}if(e===!0){let d=Math.acos(pe(r[0].dot(r[t]),-1,1));d/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(d=-d);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],d*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},zo=class extends wi{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new pt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),f=l-this.aX,d=c-this.aY;l=f*h-d*u+this.aX,c=f*u+d*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},lh=class extends zo{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function mp(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let f=(o-r)/c-(a-r)/(c+h)+(a-o)/h,d=(a-o)/h-(l-o)/(h+u)+(l-a)/u;f*=h,d*=h,s(o,a,f,d)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var qg=new C,Yg=new C,wd=new mp,Ad=new mp,Ed=new mp,hr=class extends wi{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new C){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(Yg.subVectors(s[0],s[1]).add(s[0]),c=Yg);let u=s[a%r],f=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(qg.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=qg),this.curveType==="centripetal"||this.curveType==="chordal"){let d=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),d),_=Math.pow(u.distanceToSquared(f),d),m=Math.pow(f.distanceToSquared(h),d);_<1e-4&&(_=1),p<1e-4&&(p=_),m<1e-4&&(m=_),wd.initNonuniformCatmullRom(c.x,u.x,f.x,h.x,p,_,m),Ad.initNonuniformCatmullRom(c.y,u.y,f.y,h.y,p,_,m),Ed.initNonuniformCatmullRom(c.z,u.z,f.z,h.z,p,_,m)}else this.curveType==="catmullrom"&&(wd.initCatmullRom(c.x,u.x,f.x,h.x,this.tension),Ad.initCatmullRom(c.y,u.y,f.y,h.y,this.tension),Ed.initCatmullRom(c.z,u.z,f.z,h.z,this.tension));return n.set(wd.calc(l),Ad.calc(l),Ed.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new C().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function $g(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function nb(i,t){let e=1-i;return e*e*t}function ib(i,t){return 2*(1-i)*i*t}function sb(i,t){return i*i*t}function Ga(i,t,e,n){return nb(i,t)+ib(i,e)+sb(i,n)}function rb(i,t){let e=1-i;return e*e*e*t}function ob(i,t){let e=1-i;return 3*e*e*i*t}function ab(i,t){return 3*(1-i)*i*i*t}function lb(i,t){return i*i*i*t}function Ha(i,t,e,n,s){return rb(i,t)+ob(i,e)+ab(i,n)+lb(i,s)}var rl=class extends wi{constructor(t=new pt,e=new pt,n=new pt,s=new pt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ha(t,s.x,r.x,o.x,a.x),Ha(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},ch=class extends wi{constructor(t=new C,e=new C,n=new C,s=new C){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ha(t,s.x,r.x,o.x,a.x),Ha(t,s.y,r.y,o.y,a.y),Ha(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},ol=class extends wi{constructor(t=new pt,e=new pt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new pt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new pt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},hh=class extends wi{constructor(t=new C,e=new C){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new C){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new C){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},al=class extends wi{constructor(t=new pt,e=new pt,n=new pt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Ga(t,s.x,r.x,o.x),Ga(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},ll=class extends wi{constructor(t=new C,e=new C,n=new C){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Ga(t,s.x,r.x,o.x),Ga(t,s.y,r.y,o.y),Ga(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},cl=class extends wi{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new pt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set($g(a,l.x,c.x,h.x,u.x),$g(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new pt().fromArray(s))}return this}},uh=Object.freeze({__proto__:null,ArcCurve:lh,CatmullRomCurve3:hr,CubicBezierCurve:rl,CubicBezierCurve3:ch,EllipseCurve:zo,LineCurve:ol,LineCurve3:hh,QuadraticBezierCurve:al,QuadraticBezierCurve3:ll,SplineCurve:cl}),fh=class extends wi{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new uh[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new uh[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},hl=class extends fh{constructor(t){super(),this.type="Path",this.currentPoint=new pt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new ol(this.currentPoint.clone(),new pt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new al(this.currentPoint.clone(),new pt(t,e),new pt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new rl(this.currentPoint.clone(),new pt(t,e),new pt(n,s),new pt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new cl(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new zo(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},Vo=class extends hl{constructor(t){super(t),this.uuid=Vs(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new hl().fromJSON(s))}return this}};function cb(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=q0(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=pb(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let h=a,u=l;for(let f=e;f<s;f+=e){let d=i[f],p=i[f+1];d<a&&(a=d),p<l&&(l=p),d>h&&(h=d),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return ul(r,o,e,a,l,c,0),o}function q0(i,t,e,n,s){let r;if(s===Ab(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=Zg(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=Zg(o/n|0,i[o],i[o+1],r);return r&&Go(r,r.next)&&(dl(r),r=r.next),r}function Dr(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Go(e,e.next)||on(e.prev,e,e.next)===0)){if(dl(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function ul(i,t,e,n,s,r,o){if(!i)return;!o&&r&&yb(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?ub(i,n,s,r):hb(i)){t.push(l.i,i.i,c.i),dl(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=fb(Dr(i),t),ul(i,t,e,n,s,r,2)):o===2&&db(i,t,e,n,s,r):ul(Dr(i),t,e,n,s,r,1);break}}}function hb(i){let t=i.prev,e=i,n=i.next;if(on(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),f=Math.max(s,r,o),d=Math.max(a,l,c),p=n.next;for(;p!==t;){if(p.x>=h&&p.x<=f&&p.y>=u&&p.y<=d&&Ba(s,a,r,l,o,c,p.x,p.y)&&on(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function ub(i,t,e,n){let s=i.prev,r=i,o=i.next;if(on(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,f=o.y,d=Math.min(a,l,c),p=Math.min(h,u,f),_=Math.max(a,l,c),m=Math.max(h,u,f),g=Dd(d,p,t,e,n),v=Dd(_,m,t,e,n),S=i.prevZ,M=i.nextZ;for(;S&&S.z>=g&&M&&M.z<=v;){if(S.x>=d&&S.x<=_&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&Ba(a,h,l,u,c,f,S.x,S.y)&&on(S.prev,S,S.next)>=0||(S=S.prevZ,M.x>=d&&M.x<=_&&M.y>=p&&M.y<=m&&M!==s&&M!==o&&Ba(a,h,l,u,c,f,M.x,M.y)&&on(M.prev,M,M.next)>=0))return!1;M=M.nextZ}for(;S&&S.z>=g;){if(S.x>=d&&S.x<=_&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&Ba(a,h,l,u,c,f,S.x,S.y)&&on(S.prev,S,S.next)>=0)return!1;S=S.prevZ}for(;M&&M.z<=v;){if(M.x>=d&&M.x<=_&&M.y>=p&&M.y<=m&&M!==s&&M!==o&&Ba(a,h,l,u,c,f,M.x,M.y)&&on(M.prev,M,M.next)>=0)return!1;M=M.nextZ}return!0}function fb(i,t){let e=i;do{let n=e.prev,s=e.next.next;!Go(n,s)&&$0(n,e,e.next,s)&&fl(n,s)&&fl(s,n)&&(t.push(n.i,e.i,s.i),dl(e),dl(e.next),e=i=s),e=e.next}while(e!==i);return Dr(e)}function db(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&bb(o,a)){let l=Z0(o,a);o=Dr(o,o.next),l=Dr(l,l.next),ul(o,t,e,n,s,r,0),ul(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function pb(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=q0(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(Mb(c))}s.sort(mb);for(let r=0;r<s.length;r++)e=gb(s[r],e);return e}function mb(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function gb(i,t){let e=_b(i,t);if(!e)return t;let n=Z0(e,i);return Dr(n,n.next),Dr(e,e.next)}function _b(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(Go(i,e))return e;do{if(Go(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let u=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(u<=n&&u>r&&(r=u,o=e.x<e.next.x?e:e.next,u===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&Y0(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let u=Math.abs(s-e.y)/(n-e.x);fl(e,i)&&(u<h||u===h&&(e.x>o.x||e.x===o.x&&xb(o,e)))&&(o=e,h=u)}e=e.next}while(e!==a);return o}function xb(i,t){return on(i.prev,i,t.prev)<0&&on(t.next,i,i.next)<0}function yb(i,t,e,n){let s=i;do s.z===0&&(s.z=Dd(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,vb(s)}function vb(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function Dd(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function Mb(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function Y0(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function Ba(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&Y0(i,t,e,n,s,r,o,a)}function bb(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!Sb(i,t)&&(fl(i,t)&&fl(t,i)&&wb(i,t)&&(on(i.prev,i,t.prev)||on(i,t.prev,t))||Go(i,t)&&on(i.prev,i,i.next)>0&&on(t.prev,t,t.next)>0)}function on(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Go(i,t){return i.x===t.x&&i.y===t.y}function $0(i,t,e,n){let s=kc(on(i,t,e)),r=kc(on(i,t,n)),o=kc(on(e,n,i)),a=kc(on(e,n,t));return!!(s!==r&&o!==a||s===0&&Bc(i,e,t)||r===0&&Bc(i,n,t)||o===0&&Bc(e,i,n)||a===0&&Bc(e,t,n))}function Bc(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function kc(i){return i>0?1:i<0?-1:0}function Sb(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&$0(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function fl(i,t){return on(i.prev,i,i.next)<0?on(i,t,i.next)>=0&&on(i,i.prev,t)>=0:on(i,t,i.prev)<0||on(i,i.next,t)<0}function wb(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function Z0(i,t){let e=Nd(i.i,i.x,i.y),n=Nd(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function Zg(i,t,e,n){let s=Nd(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function dl(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Nd(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Ab(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var Ud=class{static triangulate(t,e,n=2){return cb(t,e,n)}},Lr=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];Kg(t),jg(n,t);let o=t.length;e.forEach(Kg);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,jg(n,e[l]);let a=Ud.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function Kg(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function jg(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var pl=class i extends Fe{constructor(t=new Vo([new pt(.5,.5),new pt(-.5,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new Ne(s,3)),this.setAttribute("uv",new Ne(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,f=e.bevelEnabled!==void 0?e.bevelEnabled:!0,d=e.bevelThickness!==void 0?e.bevelThickness:.2,p=e.bevelSize!==void 0?e.bevelSize:d-.1,_=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,g=e.extrudePath,v=e.UVGenerator!==void 0?e.UVGenerator:Eb,S,M=!1,R,T,x,w;if(g){S=g.getSpacedPoints(h),M=!0,f=!1;let ot=g.isCatmullRomCurve3?g.closed:!1;R=g.computeFrenetFrames(h,ot),T=new C,x=new C,w=new C}f||(m=0,d=0,p=0,_=0);let F=a.extractPoints(c),D=F.shape,L=F.holes;if(!Lr.isClockWise(D)){D=D.reverse();for(let ot=0,vt=L.length;ot<vt;ot++){let xt=L[ot];Lr.isClockWise(xt)&&(L[ot]=xt.reverse())}}function W(ot){let xt=10000000000000001e-36,Bt=ot[0];for(let Dt=1;Dt<=ot.length;Dt++){let ie=Dt%ot.length,kt=ot[ie],xe=kt.x-Bt.x,me=kt.y-Bt.y,Me=xe*xe+me*me,O=Math.max(Math.abs(kt.x),Math.abs(kt.y),Math.abs(Bt.x),Math.abs(Bt.y)),bt=xt*O*O;if(Me<=bt){ot.splice(ie,1),Dt--;continue}Bt=kt}}W(D),L.forEach(W);let N=L.length,H=D;for(let ot=0;ot<N;ot++){let vt=L[ot];D=D.concat(vt)}function Y(ot,vt,xt){return vt||ce("ExtrudeGeometry: vec does not exist"),ot.clone().addScaledVector(vt,xt)}let V=D.length;function ct(ot,vt,xt){let Bt,Dt,ie,kt=ot.x-vt.x,xe=ot.y-vt.y,me=xt.x-ot.x,Me=xt.y-ot.y,O=kt*kt+xe*xe,bt=kt*Me-xe*me;if(Math.abs(bt)>Number.EPSILON){let Yt=Math.sqrt(O),fe=Math.sqrt(me*me+Me*Me),At=vt.x-xe/Yt,ze=vt.y+kt/Yt,Kt=xt.x-Me/fe,ee=xt.y+me/fe,P=((Kt-At)*Me-(ee-ze)*me)/(kt*Me-xe*me);Bt=At+kt*P-ot.x,Dt=ze+xe*P-ot.y;let b=Bt*Bt+Dt*Dt;if(b<=2)return new pt(Bt,Dt);ie=Math.sqrt(b/2)}else{let Yt=!1;kt>Number.EPSILON?me>Number.EPSILON&&(Yt=!0):kt<-Number.EPSILON?me<-Number.EPSILON&&(Yt=!0):Math.sign(xe)===Math.sign(Me)&&(Yt=!0),Yt?(Bt=-xe,Dt=kt,ie=Math.sqrt(O)):(Bt=kt,Dt=xe,ie=Math.sqrt(O/2))}return new pt(Bt/ie,Dt/ie)}let $=[];for(let ot=0,vt=H.length,xt=vt-1,Bt=ot+1;ot<vt;ot++,xt++,Bt++)xt===vt&&(xt=0),Bt===vt&&(Bt=0),$[ot]=ct(H[ot],H[xt],H[Bt]);let J=[],et,ut=$.concat();for(let ot=0,vt=N;ot<vt;ot++){let xt=L[ot];et=[];for(let Bt=0,Dt=xt.length,ie=Dt-1,kt=Bt+1;Bt<Dt;Bt++,ie++,kt++)ie===Dt&&(ie=0),kt===Dt&&(kt=0),et[Bt]=ct(xt[Bt],xt[ie],xt[kt]);J.push(et),ut=ut.concat(et)}let ht;if(m===0)ht=Lr.triangulateShape(H,L);else{let ot=[],vt=[];for(let xt=0;xt<m;xt++){let Bt=xt/m,Dt=d*Math.cos(Bt*Math.PI/2),ie=p*Math.sin(Bt*Math.PI/2)+_;for(let kt=0,xe=H.length;kt<xe;kt++){let me=Y(H[kt],$[kt],ie);Gt(me.x,me.y,-Dt),Bt===0&&ot.push(me)}for(let kt=0,xe=N;kt<xe;kt++){let me=L[kt];et=J[kt];let Me=[];for(let O=0,bt=me.length;O<bt;O++){let Yt=Y(me[O],et[O],ie);Gt(Yt.x,Yt.y,-Dt),Bt===0&&Me.push(Yt)}Bt===0&&vt.push(Me)}}ht=Lr.triangulateShape(ot,vt)}let Q=ht.length,_t=p+_;for(let ot=0;ot<V;ot++){let vt=f?Y(D[ot],ut[ot],_t):D[ot];M?(x.copy(R.normals[0]).multiplyScalar(vt.x),T.copy(R.binormals[0]).multiplyScalar(vt.y),w.copy(S[0]).add(x).add(T),Gt(w.x,w.y,w.z)):Gt(vt.x,vt.y,0)}for(let ot=1;ot<=h;ot++)for(let vt=0;vt<V;vt++){let xt=f?Y(D[vt],ut[vt],_t):D[vt];M?(x.copy(R.normals[ot]).multiplyScalar(xt.x),T.copy(R.binormals[ot]).multiplyScalar(xt.y),w.copy(S[ot]).add(x).add(T),Gt(w.x,w.y,w.z)):Gt(xt.x,xt.y,u/h*ot)}for(let ot=m-1;ot>=0;ot--){let vt=ot/m,xt=d*Math.cos(vt*Math.PI/2),Bt=p*Math.sin(vt*Math.PI/2)+_;for(let Dt=0,ie=H.length;Dt<ie;Dt++){let kt=Y(H[Dt],$[Dt],Bt);Gt(kt.x,kt.y,u+xt)}for(let Dt=0,ie=L.length;Dt<ie;Dt++){let kt=L[Dt];et=J[Dt];for(let xe=0,me=kt.length;xe<me;xe++){let Me=Y(kt[xe],et[xe],Bt);M?Gt(Me.x,Me.y+S[h-1].y,S[h-1].x+xt):Gt(Me.x,Me.y,u+xt)}}}yt(),Lt();function yt(){let ot=s.length/3;if(f){let vt=0,xt=V*vt;for(let Bt=0;Bt<Q;Bt++){let Dt=ht[Bt];oe(Dt[2]+xt,Dt[1]+xt,Dt[0]+xt)}vt=h+m*2,xt=V*vt;for(let Bt=0;Bt<Q;Bt++){let Dt=ht[Bt];oe(Dt[0]+xt,Dt[1]+xt,Dt[2]+xt)}}else{for(let vt=0;vt<Q;vt++){let xt=ht[vt];oe(xt[2],xt[1],xt[0])}for(let vt=0;vt<Q;vt++){let xt=ht[vt];oe(xt[0]+V*h,xt[1]+V*h,xt[2]+V*h)}}n.addGroup(ot,s.length/3-ot,0)}function Lt(){let ot=s.length/3,vt=0;wt(H,vt),vt+=H.length;for(let xt=0,Bt=L.length;xt<Bt;xt++){let Dt=L[xt];wt(Dt,vt),vt+=Dt.length}n.addGroup(ot,s.length/3-ot,1)}function wt(ot,vt){let xt=ot.length;for(;--xt>=0;){let Bt=xt,Dt=xt-1;Dt<0&&(Dt=ot.length-1);for(let ie=0,kt=h+m*2;ie<kt;ie++){let xe=V*ie,me=V*(ie+1),Me=vt+Bt+xe,O=vt+Dt+xe,bt=vt+Dt+me,Yt=vt+Bt+me;Jt(Me,O,bt,Yt)}}}function Gt(ot,vt,xt){l.push(ot),l.push(vt),l.push(xt)}function oe(ot,vt,xt){ae(ot),ae(vt),ae(xt);let Bt=s.length/3,Dt=v.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);se(Dt[0]),se(Dt[1]),se(Dt[2])}function Jt(ot,vt,xt,Bt){ae(ot),ae(vt),ae(Bt),ae(vt),ae(xt),ae(Bt);let Dt=s.length/3,ie=v.generateSideWallUV(n,s,Dt-6,Dt-3,Dt-2,Dt-1);se(ie[0]),se(ie[1]),se(ie[3]),se(ie[1]),se(ie[2]),se(ie[3])}function ae(ot){s.push(l[ot*3+0]),s.push(l[ot*3+1]),s.push(l[ot*3+2])}function se(ot){r.push(ot.x),r.push(ot.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return Tb(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new uh[s.type]().fromJSON(s)),new i(n,t.options)}},Eb={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new pt(r,o),new pt(a,l),new pt(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],f=t[s*3],d=t[s*3+1],p=t[s*3+2],_=t[r*3],m=t[r*3+1],g=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new pt(o,1-l),new pt(c,1-u),new pt(f,1-p),new pt(_,1-g)]:[new pt(a,1-l),new pt(h,1-u),new pt(d,1-p),new pt(m,1-g)]}};function Tb(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var ml=class i extends Fe{constructor(t=[new pt(0,-.5),new pt(.5,0),new pt(0,.5)],e=12,n=0,s=Math.PI*2){super(),this.type="LatheGeometry",this.parameters={points:t,segments:e,phiStart:n,phiLength:s},e=Math.floor(e),s=pe(s,0,Math.PI*2);let r=[],o=[],a=[],l=[],c=[],h=1/e,u=new C,f=new pt,d=new C,p=new C,_=new C,m=0,g=0;for(let v=0;v<=t.length-1;v++)switch(v){case 0:m=t[v+1].x-t[v].x,g=t[v+1].y-t[v].y,d.x=g*1,d.y=-m,d.z=g*0,_.copy(d),d.normalize(),l.push(d.x,d.y,d.z);break;case t.length-1:_.normalize(),l.push(_.x,_.y,_.z);break;default:m=t[v+1].x-t[v].x,g=t[v+1].y-t[v].y,d.x=g*1,d.y=-m,d.z=g*0,p.copy(d),d.x+=_.x,d.y+=_.y,d.z+=_.z,d.normalize(),l.push(d.x,d.y,d.z),_.copy(p)}for(let v=0;v<=e;v++){let S=n+v*h*s,M=Math.sin(S),R=Math.cos(S);for(let T=0;T<=t.length-1;T++){u.x=t[T].x*M,u.y=t[T].y,u.z=t[T].x*R,o.push(u.x,u.y,u.z),f.x=v/e,f.y=T/(t.length-1),a.push(f.x,f.y);let x=l[3*T+0]*M,w=l[3*T+1],F=l[3*T+0]*R;c.push(x,w,F)}}for(let v=0;v<e;v++)for(let S=0;S<t.length-1;S++){let M=S+v*t.length,R=M,T=M+t.length,x=M+t.length+1,w=M+1;r.push(R,T,w),r.push(x,w,T)}this.setIndex(r),this.setAttribute("position",new Ne(o,3)),this.setAttribute("uv",new Ne(a,2)),this.setAttribute("normal",new Ne(c,3))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.points,t.segments,t.phiStart,t.phiLength)}};var Nr=class i extends Fe{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,f=e/l,d=[],p=[],_=[],m=[];for(let g=0;g<h;g++){let v=g*f-o;for(let S=0;S<c;S++){let M=S*u-r;p.push(M,-v,0),_.push(0,0,1),m.push(S/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let v=0;v<a;v++){let S=v+c*g,M=v+c*(g+1),R=v+1+c*(g+1),T=v+1+c*g;d.push(S,M,T),d.push(M,R,T)}this.setIndex(d),this.setAttribute("position",new Ne(p,3)),this.setAttribute("normal",new Ne(_,3)),this.setAttribute("uv",new Ne(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var ms=class i extends Fe{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new C,f=new C,d=[],p=[],_=[],m=[];for(let g=0;g<=n;g++){let v=[],S=g/n,M=o+S*a,R=t*Math.cos(M),T=Math.sqrt(t*t-R*R),x=0;g===0&&o===0?x=.5/e:g===n&&l===Math.PI&&(x=-.5/e);for(let w=0;w<=e;w++){let F=w/e,D=s+F*r;u.x=-T*Math.cos(D),u.y=R,u.z=T*Math.sin(D),p.push(u.x,u.y,u.z),f.copy(u).normalize(),_.push(f.x,f.y,f.z),m.push(F+x,1-S),v.push(c++)}h.push(v)}for(let g=0;g<n;g++)for(let v=0;v<e;v++){let S=h[g][v+1],M=h[g][v],R=h[g+1][v],T=h[g+1][v+1];(g!==0||o>0)&&d.push(S,M,T),(g!==n-1||l<Math.PI)&&d.push(M,R,T)}this.setIndex(d),this.setAttribute("position",new Ne(p,3)),this.setAttribute("normal",new Ne(_,3)),this.setAttribute("uv",new Ne(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var Ur=class i extends Fe{constructor(t=new ll(new C(-1,-1,0),new C(-1,1,0),new C(1,1,0)),e=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:s,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new C,l=new C,c=new pt,h=new C,u=[],f=[],d=[],p=[];_(),this.setIndex(p),this.setAttribute("position",new Ne(u,3)),this.setAttribute("normal",new Ne(f,3)),this.setAttribute("uv",new Ne(d,2));function _(){for(let S=0;S<e;S++)m(S);m(r===!1?e:0),v(),g()}function m(S){h=t.getPointAt(S/e,h);let M=o.normals[S],R=o.binormals[S];for(let T=0;T<=s;T++){let x=T/s*Math.PI*2,w=Math.sin(x),F=-Math.cos(x);l.x=F*M.x+w*R.x,l.y=F*M.y+w*R.y,l.z=F*M.z+w*R.z,l.normalize(),f.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let S=1;S<=e;S++)for(let M=1;M<=s;M++){let R=(s+1)*(S-1)+(M-1),T=(s+1)*S+(M-1),x=(s+1)*S+M,w=(s+1)*(S-1)+M;p.push(R,T,w),p.push(T,x,w)}}function v(){for(let S=0;S<=e;S++)for(let M=0;M<=s;M++)c.x=S/e,c.y=M/s,d.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new i(new uh[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}},gl=class extends Fe{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new C,r=new C;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],f=u.start,d=u.count;for(let p=f,_=f+d;p<_;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),v=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,v),Jg(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),Jg(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new Ne(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function Jg(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}var _l=class extends Yi{constructor(t){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new Wt(0),this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.fog=t.fog,this}};function Hr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(Qg(s))s.isRenderTargetTexture?(ne("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(Qg(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Zn(i){let t={};for(let e=0;e<i.length;e++){let n=Hr(i[e]);for(let s in n)t[s]=n[s]}return t}function Qg(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function Cb(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function gp(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Re.workingColorSpace}var Fl={clone:Hr,merge:Zn},Rb=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Pb=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Di=class extends Yi{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Rb,this.fragmentShader=Pb,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Hr(t.uniforms),this.uniformsGroups=Cb(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new Wt().setHex(s.value);break;case"v2":this.uniforms[n].value=new pt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new C().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Ge().fromArray(s.value);break;case"m3":this.uniforms[n].value=new ge().fromArray(s.value);break;case"m4":this.uniforms[n].value=new qt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},dh=class extends Di{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},xl=class extends Yi{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Wt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Wt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ul,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ds,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var yl=class extends Yi{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Wt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Wt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ul,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ds,this.combine=Ch,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},ph=class extends Yi{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=D0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},mh=class extends Yi{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Ao(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function zc(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var ur=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},gh=class extends ur{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Pd,endingEnd:Pd}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Id:r=t,a=2*e-n;break;case Ld:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Id:o=t,l=2*n-e;break;case Ld:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,f=this._weightPrev,d=this._weightNext,p=(n-e)/(s-e),_=p*p,m=_*p,g=-f*m+2*f*_-f*p,v=(1+f)*m+(-1.5-2*f)*_+(-.5+f)*p+1,S=(-1-d)*m+(1.5+d)*_+.5*p,M=d*m-d*_;for(let R=0;R!==a;++R)r[R]=g*o[h+R]+v*o[c+R]+S*o[l+R]+M*o[u+R];return r}},_h=class extends ur{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let f=0;f!==a;++f)r[f]=o[c+f]*u+o[l+f]*h;return r}},xh=class extends ur{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},yh=class extends ur{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),_=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*_+o[l+m]*p;return r}let f=a*2,d=t-1;for(let p=0;p!==a;++p){let _=o[c+p],m=o[l+p],g=d*f+p*2,v=u[g],S=u[g+1],M=t*f+p*2,R=h[M],T=h[M+1],x=Lb(n,e,v,R,s);r[p]=K0(x,_,S,T,m)}return r}};function K0(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function Ib(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function Lb(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=K0(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=Ib(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var Ai=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Ao(e,this.TimeBufferType),this.values=Ao(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Ao(t.times,Array),values:Ao(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),zc(t.settings)&&(n.settings={inTangents:Ao(t.settings.inTangents,Array),outTangents:Ao(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new xh(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new _h(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new gh(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new yh(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Wa:e=this.InterpolantFactoryMethodDiscrete;break;case th:e=this.InterpolantFactoryMethodLinear;break;case Wc:e=this.InterpolantFactoryMethodSmooth;break;case Rd:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return ne("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Wa;case this.InterpolantFactoryMethodLinear:return th;case this.InterpolantFactoryMethodSmooth:return Wc;case this.InterpolantFactoryMethodBezier:return Rd}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;zc(this.settings)&&(t0(this.settings.inTangents,t),t0(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;zc(this.settings)&&(e0(this.settings.inTangents,t),e0(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(ce("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(ce("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){ce("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){ce("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&MM(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){ce("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Wc,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,f=u-n,d=u+n;for(let p=0;p!==n;++p){let _=e[u+p];if(_!==e[f+p]||_!==e[d+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,f=o*n;for(let d=0;d!==n;++d)e[f+d]=e[u+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,zc(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function t0(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function e0(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}Ai.prototype.ValueTypeName="";Ai.prototype.TimeBufferType=Float32Array;Ai.prototype.ValueBufferType=Float32Array;Ai.prototype.DefaultInterpolation=th;var fr=class extends Ai{constructor(t,e,n){super(t,e,n)}};fr.prototype.ValueTypeName="bool";fr.prototype.ValueBufferType=Array;fr.prototype.DefaultInterpolation=Wa;fr.prototype.InterpolantFactoryMethodLinear=void 0;fr.prototype.InterpolantFactoryMethodSmooth=void 0;var vh=class extends Ai{constructor(t,e,n,s){super(t,e,n,s)}};vh.prototype.ValueTypeName="color";var Mh=class extends Ai{constructor(t,e,n,s){super(t,e,n,s)}};Mh.prototype.ValueTypeName="number";var bh=class extends ur{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)we.slerpFlat(r,0,o,c-a,o,c,l);return r}},vl=class extends Ai{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new bh(this.times,this.values,this.getValueSize(),t)}};vl.prototype.ValueTypeName="quaternion";vl.prototype.InterpolantFactoryMethodSmooth=void 0;var dr=class extends Ai{constructor(t,e,n){super(t,e,n)}};dr.prototype.ValueTypeName="string";dr.prototype.ValueBufferType=Array;dr.prototype.DefaultInterpolation=Wa;dr.prototype.InterpolantFactoryMethodLinear=void 0;dr.prototype.InterpolantFactoryMethodSmooth=void 0;var Sh=class extends Ai{constructor(t,e,n,s){super(t,e,n,s)}};Sh.prototype.ValueTypeName="vector";var wh=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,f=c.length;u<f;u+=2){let d=c[u],p=c[u+1];if(d.global&&(d.lastIndex=0),d.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},j0=new wh,Ah=class{constructor(t){this.manager=t!==void 0?t:j0,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Ah.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ho=class extends kn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Wt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Ml=class extends Ho{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(kn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Wt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},Td=new qt,n0=new C,i0=new C,Eh=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new pt(512,512),this.mapType=hi,this.map=null,this.mapPass=null,this.matrix=new qt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ar,this._frameExtents=new pt(1,1),this._viewportCount=1,this._viewports=[new Ge(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;n0.setFromMatrixPosition(t.matrixWorld),e.position.copy(n0),i0.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(i0),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){Td.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(Td,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Do||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(Td)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Vc=new C,Gc=new we,us=new C,bl=class extends kn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new qt,this.projectionMatrix=new qt,this.projectionMatrixInverse=new qt,this.coordinateSystem=Li,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Vc,Gc,us),us.x===1&&us.y===1&&us.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Vc,Gc,us.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Vc,Gc,us),us.x===1&&us.y===1&&us.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Vc,Gc,us.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},sr=new C,s0=new pt,r0=new pt,si=class extends bl{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Uo*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(za*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Uo*2*Math.atan(Math.tan(za*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){sr.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(sr.x,sr.y).multiplyScalar(-t/sr.z),sr.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(sr.x,sr.y).multiplyScalar(-t/sr.z)}getViewSize(t,e){return this.getViewBounds(t,s0,r0),e.subVectors(r0,s0)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(za*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var Or=class extends bl{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Od=class extends Eh{constructor(){super(new Or(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Wo=class extends Ho{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(kn.DEFAULT_UP),this.updateMatrix(),this.target=new kn,this.shadow=new Od}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}},Sl=class extends Ho{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var wl=class extends Fe{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var Eo=-90,To=1,Xo=class extends kn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new si(Eo,To,t,e);s.layers=this.layers,this.add(s);let r=new si(Eo,To,t,e);r.layers=this.layers,this.add(r);let o=new si(Eo,To,t,e);o.layers=this.layers,this.add(o);let a=new si(Eo,To,t,e);a.layers=this.layers,this.add(a);let l=new si(Eo,To,t,e);l.layers=this.layers,this.add(l);let c=new si(Eo,To,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Li)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Do)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),f=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=_,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,f,d),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Th=class extends si{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var _p="\\[\\]\\.:\\/",Db=new RegExp("["+_p+"]","g"),xp="[^"+_p+"]",Nb="[^"+_p.replace("\\.","")+"]",Ub=/((?:WC+[\/:])*)/.source.replace("WC",xp),Ob=/(WCOD+)?/.source.replace("WCOD",Nb),Fb=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",xp),Bb=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",xp),kb=new RegExp("^"+Ub+Ob+Fb+Bb+"$"),zb=["material","materials","bones","map"],Fd=class{constructor(t,e,n){let s=n||tn.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},tn=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Db,"")}static parseTrackName(t){let e=kb.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);zb.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){ne("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){ce("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){ce("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){ce("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){ce("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){ce("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){ce("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){ce("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;ce("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){ce("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){ce("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};tn.Composite=Fd;tn.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};tn.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};tn.prototype.GetterByBindingType=[tn.prototype._getValue_direct,tn.prototype._getValue_array,tn.prototype._getValue_arrayElement,tn.prototype._getValue_toArray];tn.prototype.SetterByBindingTypeAndVersioning=[[tn.prototype._setValue_direct,tn.prototype._setValue_direct_setNeedsUpdate,tn.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[tn.prototype._setValue_array,tn.prototype._setValue_array_setNeedsUpdate,tn.prototype._setValue_array_setMatrixWorldNeedsUpdate],[tn.prototype._setValue_arrayElement,tn.prototype._setValue_arrayElement_setNeedsUpdate,tn.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[tn.prototype._setValue_fromArray,tn.prototype._setValue_fromArray_setNeedsUpdate,tn.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var F2=new Float32Array(1);var pr=class extends sh{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var o0=new qt,Fr=class{constructor(t,e,n=0,s=1/0){this.ray=new or(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new Fo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):ce("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return o0.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(o0),this}intersectObject(t,e=!0,n=[]){return Bd(t,this,n,e),n.sort(a0),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)Bd(t[s],this,n,e);return n.sort(a0),n}};function a0(i,t){return i.distance-t.distance}function Bd(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Bd(r[o],t,e,!0)}}var qo=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=pe(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(pe(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var kd=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var l0=new C,Hc=new C,Co=new C,Ro=new C,Cd=new C,Vb=new C,Gb=new C,Al=class{constructor(t=new C,e=new C){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){l0.subVectors(t,this.start),Hc.subVectors(this.end,this.start);let n=Hc.dot(Hc);if(n===0)return 0;let r=Hc.dot(l0)/n;return e&&(r=pe(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=Vb,n=Gb){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;Co.subVectors(c,a),Ro.subVectors(h,l),Cd.subVectors(a,l);let u=Co.dot(Co),f=Ro.dot(Ro),d=Ro.dot(Cd);if(u<=s&&f<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=d/f,o=pe(o,0,1);else{let p=Co.dot(Cd);if(f<=s)o=0,r=pe(-p/u,0,1);else{let _=Co.dot(Ro),m=u*f-_*_;m!==0?r=pe((_*d-p*f)/m,0,1):r=0,o=(_*r+d)/f,o<0?(o=0,r=pe(-p/u,0,1)):o>1&&(o=1,r=pe((_-p)/u,0,1))}}return e.copy(a).addScaledVector(Co,r),n.copy(l).addScaledVector(Ro,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var El=class extends Xi{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function yp(i,t,e,n){let s=Hb(n);switch(e){case ip:return i*t;case Uh:return i*t/s.components*s.byteLength;case Oh:return i*t/s.components*s.byteLength;case xr:return i*t*2/s.components*s.byteLength;case Fh:return i*t*2/s.components*s.byteLength;case sp:return i*t*3/s.components*s.byteLength;case Ji:return i*t*4/s.components*s.byteLength;case Bh:return i*t*4/s.components*s.byteLength;case Rl:case Pl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Il:case Ll:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case zh:case Gh:return Math.max(i,16)*Math.max(t,8)/4;case kh:case Vh:return Math.max(i,8)*Math.max(t,8)/2;case Hh:case Wh:case qh:case Yh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Xh:case Dl:case $h:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Zh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Kh:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case jh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Jh:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Qh:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case tu:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case eu:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case nu:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case iu:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case su:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case ru:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case ou:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case au:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case lu:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case cu:case hu:case uu:return Math.ceil(i/4)*Math.ceil(t/4)*16;case fu:case du:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Nl:case pu:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Hb(i){switch(i){case hi:case Qd:return{byteLength:1,components:1};case Ko:case tp:case ji:return{byteLength:2,components:1};case Dh:case Nh:return{byteLength:2,components:4};case Ki:case Lh:case Ni:return{byteLength:4,components:1};case ep:case np:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?ne("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function y_(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Xb(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,f=i.createBuffer();i.bindBuffer(l,f),i.bufferData(l,c,h),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:f,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((d,p)=>d.start-p.start);let f=0;for(let d=1;d<u.length;d++){let p=u[f],_=u[d];_.start<=p.start+p.count+1?p.count=Math.max(p.count,_.start+_.count-p.start):(++f,u[f]=_)}u.length=f+1;for(let d=0,p=u.length;d<p;d++){let _=u[d];i.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var qb=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Yb=`#ifdef USE_ALPHAHASH
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
#endif`,$b=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Zb=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Kb=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,jb=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Jb=`#ifdef USE_AOMAP
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
#endif`,Qb=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,tS=`#ifdef USE_BATCHING
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
#endif`,eS=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,nS=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,iS=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,sS=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,rS=`#ifdef USE_IRIDESCENCE
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
#endif`,oS=`#ifdef USE_BUMPMAP
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
#endif`,aS=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,lS=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,cS=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,hS=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,uS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,fS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,dS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,pS=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif`,mS=`#define PI 3.141592653589793
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
} // validated`,gS=`vec3 transformedNormal = objectNormal;
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
#endif`,_S=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,xS=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,yS=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,vS=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,MS="gl_FragColor = linearToOutputTexel( gl_FragColor );",bS=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,SS=`#ifdef USE_ENVMAP
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
#endif`,wS=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,AS=`#ifdef USE_ENVMAP
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
#endif`,ES=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,TS=`#ifdef USE_ENVMAP
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
#endif`,CS=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,RS=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,PS=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,IS=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,LS=`#ifdef USE_GRADIENTMAP
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
}`,DS=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,NS=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,US=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,OS=`uniform bool receiveShadow;
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
#include <lightprobes_pars_fragment>`,FS=`#ifdef USE_ENVMAP
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
#endif`,BS=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,kS=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,zS=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,VS=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,GS=`PhysicalMaterial material;
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
#endif`,HS=`uniform sampler2D dfgLUT;
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
}`,WS=`
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
#endif`,XS=`#if defined( RE_IndirectDiffuse )
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
#endif`,qS=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,YS=`#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif`,$S=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,ZS=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,KS=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,jS=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,JS=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,QS=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,tw=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,ew=`#if defined( USE_POINTS_UV )
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
#endif`,nw=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,iw=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,sw=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,rw=`#if defined( USE_MORPHCOLORS )
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
#endif`,ow=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,aw=`#ifdef USE_MORPHTARGETS
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
#endif`,lw=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,cw=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,hw=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,uw=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,fw=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,dw=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,pw=`#ifdef USE_NORMALMAP
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
#endif`,mw=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,gw=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,_w=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,xw=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,yw=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,vw=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,Mw=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,bw=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Sw=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,ww=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Aw=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Ew=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Tw=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,Cw=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,Rw=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,Pw=`float getShadowMask() {
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
}`,Iw=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Lw=`#ifdef USE_SKINNING
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
#endif`,Dw=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Nw=`#ifdef USE_SKINNING
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
#endif`,Uw=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Ow=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Fw=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Bw=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,kw=`#ifdef USE_TRANSMISSION
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
#endif`,zw=`#ifdef USE_TRANSMISSION
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
#endif`,Vw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,Gw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,Hw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,Ww=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Xw=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,qw=`uniform sampler2D t2D;
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
}`,Yw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,$w=`uniform float backgroundBlurriness;
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
}`,Zw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Kw=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,jw=`#include <common>
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
}`,Jw=`#if DEPTH_PACKING == 3200
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
}`,Qw=`#define DISTANCE
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
}`,t1=`#define DISTANCE
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
}`,e1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,n1=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,i1=`uniform float scale;
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
}`,s1=`uniform vec3 diffuse;
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
}`,r1=`#include <common>
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
}`,o1=`uniform vec3 diffuse;
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
}`,a1=`#define LAMBERT
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
}`,l1=`#define LAMBERT
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
}`,c1=`#define MATCAP
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
}`,h1=`#define MATCAP
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
}`,u1=`#define NORMAL
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
}`,f1=`#define NORMAL
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
}`,d1=`#define PHONG
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
}`,p1=`#define PHONG
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
}`,m1=`#define STANDARD
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
}`,g1=`#define STANDARD
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
}`,_1=`#define TOON
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
}`,x1=`#define TOON
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
}`,y1=`uniform float size;
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
}`,v1=`uniform vec3 diffuse;
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
}`,M1=`#include <common>
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
}`,b1=`uniform vec3 color;
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
}`,S1=`uniform float rotation;
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
}`,w1=`uniform vec3 diffuse;
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
}`,Se={alphahash_fragment:qb,alphahash_pars_fragment:Yb,alphamap_fragment:$b,alphamap_pars_fragment:Zb,alphatest_fragment:Kb,alphatest_pars_fragment:jb,aomap_fragment:Jb,aomap_pars_fragment:Qb,batching_pars_vertex:tS,batching_vertex:eS,begin_vertex:nS,beginnormal_vertex:iS,bsdfs:sS,iridescence_fragment:rS,bumpmap_pars_fragment:oS,clipping_planes_fragment:aS,clipping_planes_pars_fragment:lS,clipping_planes_pars_vertex:cS,clipping_planes_vertex:hS,color_fragment:uS,color_pars_fragment:fS,color_pars_vertex:dS,color_vertex:pS,common:mS,defaultnormal_vertex:gS,displacementmap_pars_vertex:_S,displacementmap_vertex:xS,emissivemap_fragment:yS,emissivemap_pars_fragment:vS,colorspace_fragment:MS,colorspace_pars_fragment:bS,envmap_fragment:SS,envmap_common_pars_fragment:wS,envmap_pars_fragment:AS,envmap_pars_vertex:ES,envmap_physical_pars_fragment:FS,envmap_vertex:TS,fog_vertex:CS,fog_pars_vertex:RS,fog_fragment:PS,fog_pars_fragment:IS,gradientmap_pars_fragment:LS,lightmap_pars_fragment:DS,lights_lambert_fragment:NS,lights_lambert_pars_fragment:US,lights_pars_begin:OS,lights_toon_fragment:BS,lights_toon_pars_fragment:kS,lights_phong_fragment:zS,lights_phong_pars_fragment:VS,lights_physical_fragment:GS,lights_physical_pars_fragment:HS,lights_fragment_begin:WS,lights_fragment_maps:XS,lights_fragment_end:qS,lightprobes_pars_fragment:YS,logdepthbuf_fragment:$S,logdepthbuf_pars_fragment:ZS,logdepthbuf_pars_vertex:KS,logdepthbuf_vertex:jS,map_fragment:JS,map_pars_fragment:QS,map_particle_fragment:tw,map_particle_pars_fragment:ew,metalnessmap_fragment:nw,metalnessmap_pars_fragment:iw,morphinstance_vertex:sw,morphcolor_vertex:rw,morphnormal_vertex:ow,morphtarget_pars_vertex:aw,morphtarget_vertex:lw,normal_fragment_begin:cw,normal_fragment_maps:hw,normal_pars_fragment:uw,normal_pars_vertex:fw,normal_vertex:dw,normalmap_pars_fragment:pw,clearcoat_normal_fragment_begin:mw,clearcoat_normal_fragment_maps:gw,clearcoat_pars_fragment:_w,iridescence_pars_fragment:xw,opaque_fragment:yw,packing:vw,premultiplied_alpha_fragment:Mw,project_vertex:bw,dithering_fragment:Sw,dithering_pars_fragment:ww,roughnessmap_fragment:Aw,roughnessmap_pars_fragment:Ew,shadowmap_pars_fragment:Tw,shadowmap_pars_vertex:Cw,shadowmap_vertex:Rw,shadowmask_pars_fragment:Pw,skinbase_vertex:Iw,skinning_pars_vertex:Lw,skinning_vertex:Dw,skinnormal_vertex:Nw,specularmap_fragment:Uw,specularmap_pars_fragment:Ow,tonemapping_fragment:Fw,tonemapping_pars_fragment:Bw,transmission_fragment:kw,transmission_pars_fragment:zw,uv_pars_fragment:Vw,uv_pars_vertex:Gw,uv_vertex:Hw,worldpos_vertex:Ww,background_vert:Xw,background_frag:qw,backgroundCube_vert:Yw,backgroundCube_frag:$w,cube_vert:Zw,cube_frag:Kw,depth_vert:jw,depth_frag:Jw,distance_vert:Qw,distance_frag:t1,equirect_vert:e1,equirect_frag:n1,linedashed_vert:i1,linedashed_frag:s1,meshbasic_vert:r1,meshbasic_frag:o1,meshlambert_vert:a1,meshlambert_frag:l1,meshmatcap_vert:c1,meshmatcap_frag:h1,meshnormal_vert:u1,meshnormal_frag:f1,meshphong_vert:d1,meshphong_frag:p1,meshphysical_vert:m1,meshphysical_frag:g1,meshtoon_vert:_1,meshtoon_frag:x1,points_vert:y1,points_frag:v1,shadow_vert:M1,shadow_frag:b1,sprite_vert:S1,sprite_frag:w1},Ut={common:{diffuse:{value:new Wt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ge},alphaMap:{value:null},alphaMapTransform:{value:new ge},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ge}},envmap:{envMap:{value:null},envMapRotation:{value:new ge},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ge}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ge}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ge},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ge},normalScale:{value:new pt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ge},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ge}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ge}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ge}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Wt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Wt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ge},alphaTest:{value:0},uvTransform:{value:new ge}},sprite:{diffuse:{value:new Wt(16777215)},opacity:{value:1},center:{value:new pt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ge},alphaMap:{value:null},alphaMapTransform:{value:new ge},alphaTest:{value:0}}},ai={basic:{uniforms:Zn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.fog]),vertexShader:Se.meshbasic_vert,fragmentShader:Se.meshbasic_frag},lambert:{uniforms:Zn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new Wt(0)},envMapIntensity:{value:1}}]),vertexShader:Se.meshlambert_vert,fragmentShader:Se.meshlambert_frag},phong:{uniforms:Zn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new Wt(0)},specular:{value:new Wt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Se.meshphong_vert,fragmentShader:Se.meshphong_frag},standard:{uniforms:Zn([Ut.common,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.roughnessmap,Ut.metalnessmap,Ut.fog,Ut.lights,{emissive:{value:new Wt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag},toon:{uniforms:Zn([Ut.common,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.gradientmap,Ut.fog,Ut.lights,{emissive:{value:new Wt(0)}}]),vertexShader:Se.meshtoon_vert,fragmentShader:Se.meshtoon_frag},matcap:{uniforms:Zn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,{matcap:{value:null}}]),vertexShader:Se.meshmatcap_vert,fragmentShader:Se.meshmatcap_frag},points:{uniforms:Zn([Ut.points,Ut.fog]),vertexShader:Se.points_vert,fragmentShader:Se.points_frag},dashed:{uniforms:Zn([Ut.common,Ut.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Se.linedashed_vert,fragmentShader:Se.linedashed_frag},depth:{uniforms:Zn([Ut.common,Ut.displacementmap]),vertexShader:Se.depth_vert,fragmentShader:Se.depth_frag},normal:{uniforms:Zn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,{opacity:{value:1}}]),vertexShader:Se.meshnormal_vert,fragmentShader:Se.meshnormal_frag},sprite:{uniforms:Zn([Ut.sprite,Ut.fog]),vertexShader:Se.sprite_vert,fragmentShader:Se.sprite_frag},background:{uniforms:{uvTransform:{value:new ge},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Se.background_vert,fragmentShader:Se.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ge}},vertexShader:Se.backgroundCube_vert,fragmentShader:Se.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Se.cube_vert,fragmentShader:Se.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Se.equirect_vert,fragmentShader:Se.equirect_frag},distance:{uniforms:Zn([Ut.common,Ut.displacementmap,{referencePosition:{value:new C},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Se.distance_vert,fragmentShader:Se.distance_frag},shadow:{uniforms:Zn([Ut.lights,Ut.fog,{color:{value:new Wt(0)},opacity:{value:1}}]),vertexShader:Se.shadow_vert,fragmentShader:Se.shadow_frag}};ai.physical={uniforms:Zn([ai.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ge},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ge},clearcoatNormalScale:{value:new pt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ge},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ge},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ge},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ge},sheen:{value:0},sheenColor:{value:new Wt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ge},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ge},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ge},transmissionSamplerSize:{value:new pt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ge},attenuationDistance:{value:0},attenuationColor:{value:new Wt(0)},specularColor:{value:new Wt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ge},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ge},anisotropyVector:{value:new pt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ge}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag};var gu={r:0,b:0,g:0},A1=new qt,v_=new ge;v_.set(-1,0,0,0,1,0,0,0,1);function E1(i,t,e,n,s,r){let o=new Wt(0),a=s===!0?0:1,l,c,h=null,u=0,f=null;function d(v){let S=v.isScene===!0?v.background:null;if(S&&S.isTexture){let M=v.backgroundBlurriness>0;S=t.get(S,M)}return S}function p(v){let S=!1,M=d(v);M===null?m(o,a):M&&M.isColor&&(m(M,1),S=!0);let R=i.xr.getEnvironmentBlendMode();R==="additive"?e.buffers.color.setClear(0,0,0,1,r):R==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||S)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function _(v,S){let M=d(S);M&&M.isCubeTexture?(c===void 0&&(c=new bn(new cr(1,1,1),new Di({name:"BackgroundCubeMaterial",uniforms:Hr(ai.backgroundCube.uniforms),vertexShader:ai.backgroundCube.vertexShader,fragmentShader:ai.backgroundCube.fragmentShader,side:oi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(R,T,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=M,c.material.uniforms.backgroundBlurriness.value=S.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(A1.makeRotationFromEuler(S.backgroundRotation)).transpose(),M.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(v_),c.material.toneMapped=Re.getTransfer(M.colorSpace)!==Ve,(h!==M||u!==M.version||f!==i.toneMapping)&&(c.material.needsUpdate=!0,h=M,u=M.version,f=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):M&&M.isTexture&&(l===void 0&&(l=new bn(new Nr(2,2),new Di({name:"BackgroundMaterial",uniforms:Hr(ai.background.uniforms),vertexShader:ai.background.vertexShader,fragmentShader:ai.background.fragmentShader,side:_r,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=M,l.material.uniforms.backgroundIntensity.value=S.backgroundIntensity,l.material.toneMapped=Re.getTransfer(M.colorSpace)!==Ve,M.matrixAutoUpdate===!0&&M.updateMatrix(),l.material.uniforms.uvTransform.value.copy(M.matrix),(h!==M||u!==M.version||f!==i.toneMapping)&&(l.material.needsUpdate=!0,h=M,u=M.version,f=i.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function m(v,S){v.getRGB(gu,gp(i)),e.buffers.color.setClear(gu.r,gu.g,gu.b,S,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,S=1){o.set(v),a=S,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,m(o,a)},render:p,addToRenderList:_,dispose:g}}function T1(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=f(null),r=s,o=!1;function a(L,G,W,N,H){let Y=!1,V=u(L,N,W,G);r!==V&&(r=V,c(r.object)),Y=d(L,N,W,H),Y&&p(L,N,W,H),H!==null&&t.update(H,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,M(L,G,W,N),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function u(L,G,W,N){let H=N.wireframe===!0,Y=n[G.id];Y===void 0&&(Y={},n[G.id]=Y);let V=L.isInstancedMesh===!0?L.id:0,ct=Y[V];ct===void 0&&(ct={},Y[V]=ct);let $=ct[W.id];$===void 0&&($={},ct[W.id]=$);let J=$[H];return J===void 0&&(J=f(l()),$[H]=J),J}function f(L){let G=[],W=[],N=[];for(let H=0;H<e;H++)G[H]=0,W[H]=0,N[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:G,enabledAttributes:W,attributeDivisors:N,object:L,attributes:{},index:null}}function d(L,G,W,N){let H=r.attributes,Y=G.attributes,V=0,ct=W.getAttributes();for(let $ in ct)if(ct[$].location>=0){let et=H[$],ut=Y[$];if(ut===void 0&&($==="instanceMatrix"&&L.instanceMatrix&&(ut=L.instanceMatrix),$==="instanceColor"&&L.instanceColor&&(ut=L.instanceColor)),et===void 0||et.attribute!==ut||ut&&et.data!==ut.data)return!0;V++}return r.attributesNum!==V||r.index!==N}function p(L,G,W,N){let H={},Y=G.attributes,V=0,ct=W.getAttributes();for(let $ in ct)if(ct[$].location>=0){let et=Y[$];et===void 0&&($==="instanceMatrix"&&L.instanceMatrix&&(et=L.instanceMatrix),$==="instanceColor"&&L.instanceColor&&(et=L.instanceColor));let ut={};ut.attribute=et,et&&et.data&&(ut.data=et.data),H[$]=ut,V++}r.attributes=H,r.attributesNum=V,r.index=N}function _(){let L=r.newAttributes;for(let G=0,W=L.length;G<W;G++)L[G]=0}function m(L){g(L,0)}function g(L,G){let W=r.newAttributes,N=r.enabledAttributes,H=r.attributeDivisors;W[L]=1,N[L]===0&&(i.enableVertexAttribArray(L),N[L]=1),H[L]!==G&&(i.vertexAttribDivisor(L,G),H[L]=G)}function v(){let L=r.newAttributes,G=r.enabledAttributes;for(let W=0,N=G.length;W<N;W++)G[W]!==L[W]&&(i.disableVertexAttribArray(W),G[W]=0)}function S(L,G,W,N,H,Y,V){V===!0?i.vertexAttribIPointer(L,G,W,H,Y):i.vertexAttribPointer(L,G,W,N,H,Y)}function M(L,G,W,N){_();let H=N.attributes,Y=W.getAttributes(),V=G.defaultAttributeValues;for(let ct in Y){let $=Y[ct];if($.location>=0){let J=H[ct];if(J===void 0&&(ct==="instanceMatrix"&&L.instanceMatrix&&(J=L.instanceMatrix),ct==="instanceColor"&&L.instanceColor&&(J=L.instanceColor)),J!==void 0){let et=J.normalized,ut=J.itemSize,ht=t.get(J);if(ht===void 0)continue;let Q=ht.buffer,_t=ht.type,yt=ht.bytesPerElement,Lt=_t===i.INT||_t===i.UNSIGNED_INT||J.gpuType===Lh;if(J.isInterleavedBufferAttribute){let wt=J.data,Gt=wt.isInterleavedBuffer===!0?wt.stride:wt.itemSize,oe=J.offset;if(wt.isInstancedInterleavedBuffer||wt.isInstancedBufferAttribute){for(let Jt=0;Jt<$.locationSize;Jt++)g($.location+Jt,wt.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=wt.meshPerAttribute*wt.count)}else for(let Jt=0;Jt<$.locationSize;Jt++)m($.location+Jt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Jt=0;Jt<$.locationSize;Jt++)S($.location+Jt,ut/$.locationSize,_t,et,Gt*yt,(oe+ut/$.locationSize*Jt)*yt,Lt)}else{if(J.isInstancedBufferAttribute){for(let wt=0;wt<$.locationSize;wt++)g($.location+wt,J.meshPerAttribute);L.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=J.meshPerAttribute*J.count)}else for(let wt=0;wt<$.locationSize;wt++)m($.location+wt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let wt=0;wt<$.locationSize;wt++)S($.location+wt,ut/$.locationSize,_t,et,ut*yt,ut/$.locationSize*wt*yt,Lt)}}else if(V!==void 0){let et=V[ct];if(et!==void 0)switch(et.length){case 2:i.vertexAttrib2fv($.location,et);break;case 3:i.vertexAttrib3fv($.location,et);break;case 4:i.vertexAttrib4fv($.location,et);break;default:i.vertexAttrib1fv($.location,et)}}}}v()}function R(){F();for(let L in n){let G=n[L];for(let W in G){let N=G[W];for(let H in N){let Y=N[H];for(let V in Y)h(Y[V].object),delete Y[V];delete N[H]}}delete n[L]}}function T(L){if(n[L.id]===void 0)return;let G=n[L.id];for(let W in G){let N=G[W];for(let H in N){let Y=N[H];for(let V in Y)h(Y[V].object),delete Y[V];delete N[H]}}delete n[L.id]}function x(L){for(let G in n){let W=n[G];for(let N in W){let H=W[N];if(H[L.id]===void 0)continue;let Y=H[L.id];for(let V in Y)h(Y[V].object),delete Y[V];delete H[L.id]}}}function w(L){for(let G in n){let W=n[G],N=L.isInstancedMesh===!0?L.id:0,H=W[N];if(H!==void 0){for(let Y in H){let V=H[Y];for(let ct in V)h(V[ct].object),delete V[ct];delete H[Y]}delete W[N],Object.keys(W).length===0&&delete n[G]}}}function F(){D(),o=!0,r!==s&&(r=s,c(r.object))}function D(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:F,resetDefaultState:D,dispose:R,releaseStatesOfGeometry:T,releaseStatesOfObject:w,releaseStatesOfProgram:x,initAttributes:_,enableAttribute:m,disableUnusedAttributes:v}}function C1(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let f=0;for(let d=0;d<h;d++)f+=c[d];e.update(f,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function R1(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let x=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Ji&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let w=x===ji&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(x!==hi&&x!==Ni&&!w&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(ne("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),f=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&ne("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&ne("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),S=i.getParameter(i.MAX_VARYING_VECTORS),M=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),R=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:f,reversedDepthBuffer:u,maxTextures:d,maxVertexTextures:p,maxTextureSize:_,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:v,maxVaryings:S,maxFragmentUniforms:M,maxSamples:R,samples:T}}function P1(i){let t=this,e=null,n=0,s=!1,r=!1,o=new ii,a=new ge,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,f){let d=u.length!==0||f||n!==0||s;return s=f,n=u.length,d},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,f){e=h(u,f,0)},this.setState=function(u,f,d){let p=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let v=r?0:n,S=v*4,M=g.clippingState||null;l.value=M,M=h(p,f,S,d);for(let R=0;R!==S;++R)M[R]=e[R];g.clippingState=M,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,f,d,p){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,p!==!0||m===null){let g=d+_*4,v=f.matrixWorldInverse;a.getNormalMatrix(v),(m===null||m.length<g)&&(m=new Float32Array(g));for(let S=0,M=d;S!==_;++S,M+=4)o.copy(u[S]).applyMatrix4(v,a),o.normal.toArray(m,M),m[M+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}var zl=class extends bi{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new el(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},s=new cr(5,5,5),r=new Di({name:"CubemapFromEquirect",uniforms:Hr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:oi,blending:kr});r.uniforms.tEquirect.value=e;let o=new bn(s,r),a=e.minFilter;return e.minFilter===Bs&&(e.minFilter=ri),new Xo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},J0=256,I1=3,L1=20,M_=256,b_=16,D1=3,N1=new C,U1=new Wt,xu=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Xo(1,10,null),this._boxMesh=new bn(new cr(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=N1}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,f=l.autoClearColor,d=l.autoClearDepth,p=l.autoClearStencil,_=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(t.background=l.getClearColor(U1));let m=new Xo(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=u,l.autoClearColor=f,l.autoClearDepth=d,l.autoClearStencil=p,t.background=_,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=e_(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=t_(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(J0,fp(t))}_fromTexture(t,e){t.mapping===Vr||t.mapping===Zo?this._setSize(t.image.length===0?J0:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=Q0(t,!1,!1),n=Math.log2(t)-I1;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Q0(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Vr||t.mapping===Zo?(this._cubemapMaterial===null&&(this._cubemapMaterial=e_()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=t_()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=O1(),this._integrationMaterial=F1());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/b_);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-D1)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(M_*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=B1());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function Q0(i,t,e){return new zl(i,{minFilter:Bs,generateMipmaps:t,type:ji,colorSpace:Xa,depthBuffer:e})}function Vl(i,t,e){return new Di({name:i,uniforms:t,vertexShader:Se.cube_vert,fragmentShader:e,side:oi,blending:kr,depthTest:!1,depthWrite:!1})}function O1(){return Vl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${M_}u

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
	`)}function F1(){return Vl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:b_}},`

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
	`)}function B1(){return Vl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${L1}
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
	`)}function t_(){return Vl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

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
	`)}function e_(){return Vl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function k1(i){let t=new WeakMap,e=new WeakMap,n=null;function s(f,d=!1){return f==null?null:d?o(f):r(f)}function r(f){if(f&&f.isTexture){let d=f.mapping;if(d===Rh||d===Ph)if(t.has(f)){let p=t.get(f).texture;return a(p,f.mapping)}else{let p=f.image;if(p&&p.height>0){let _=new zl(p.height);return _.fromEquirectangularTexture(i,f),t.set(f,_),f.addEventListener("dispose",c),a(_.texture,f.mapping)}else return null}}return f}function o(f){if(f&&f.isTexture&&f.isPMREMTexture!==!0){let d=f.mapping,p=d===Rh||d===Ph,_=d===Vr||d===Zo;if(p||_){let m=e.get(f),g=m!==void 0?m.texture.pmremVersion:0;if(f.isRenderTargetTexture&&f.pmremVersion!==g)return n===null&&(n=new xu(i)),m=p?n.fromEquirectangular(f,m):n.fromCubemap(f,m),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),m.texture;if(m!==void 0)return m.texture;{let v=f.image;return p&&v&&v.height>0||_&&v&&l(v)?(n===null&&(n=new xu(i)),m=p?n.fromEquirectangular(f):n.fromCubemap(f),m.texture.pmremVersion=f.pmremVersion,e.set(f,m),f.addEventListener("dispose",h),m.texture):null}}}return f}function a(f,d){return d===Rh?f.mapping=Vr:d===Ph&&(f.mapping=Zo),f}function l(f){let d=0,p=6;for(let _=0;_<p;_++)f[_]!==void 0&&d++;return d===p}function c(f){let d=f.target;d.removeEventListener("dispose",c);let p=t.get(d);p!==void 0&&(t.delete(d),p.dispose())}function h(f){let d=f.target;d.removeEventListener("dispose",h);let p=e.get(d);p!==void 0&&(e.delete(d),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function z1(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&ka("WebGLRenderer: "+n+" extension not supported."),s}}}function V1(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let _=r.get(p);_&&(t.remove(_),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),e.memory.geometries++),_}function h(p){let _=p.attributes;for(let m in _)t.update(_[m],i.ARRAY_BUFFER)}function u(p){let _=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let v=_!==null?_.array.length:m.array.length/3-1,S=m.count>=65535?Ja:ja,M=new S(Math.ceil(v/3)*6,1),R=M.array;if(_!==null){let x=_.array;g=_.version;for(let w=0,F=0;w<v;w+=3){let D=x[w+0],L=x[w+1],G=x[w+2];R[F++]=D,R[F++]=L,R[F++]=L,R[F++]=G,R[F++]=G,R[F++]=D}}else{g=m.version;for(let x=0,w=0;x<v;x+=3){let F=x+0,D=x+1,L=x+2;R[w++]=F,R[w++]=D,R[w++]=D,R[w++]=L,R[w++]=L,R[w++]=F}}M.version=g;let T=r.get(p);T&&t.remove(T),r.set(p,M)}function f(p){let _=r.get(p);if(_){let m=p.index;m!==null&&_.version<m.version&&u(p)}else u(p);return r.get(p)}function d(){for(let p in s){let _=s[p].deref();_!==void 0&&l(_)}}return{get:c,update:h,getWireframeAttribute:f,dispose:d}}function G1(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,f){i.drawElements(n,f,r,u*o),e.update(f,n,1)}function c(u,f,d){d!==0&&(i.drawElementsInstanced(n,f,r,u*o,d),e.update(f,n,d))}function h(u,f,d){if(d===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,u,0,d);let _=0;for(let m=0;m<d;m++)_+=f[m];e.update(_,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function H1(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:ce("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function W1(i,t,e){let n=new WeakMap,s=new Ge;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,f=n.get(a);if(f===void 0||f.count!==u){let F=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",F)};f!==void 0&&f.texture.dispose();let d=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],S=0;d===!0&&(S=1),p===!0&&(S=2),_===!0&&(S=3);let M=a.attributes.position.count*S,R=1;M>t.maxTextureSize&&(R=Math.ceil(M/t.maxTextureSize),M=t.maxTextureSize);let T=new Float32Array(M*R*4*u),x=new Za(T,M,R,u);x.type=Ni,x.needsUpdate=!0;let w=S*4;for(let D=0;D<u;D++){let L=m[D],G=g[D],W=v[D],N=M*R*4*D;for(let H=0;H<L.count;H++){let Y=H*w;d===!0&&(s.fromBufferAttribute(L,H),T[N+Y+0]=s.x,T[N+Y+1]=s.y,T[N+Y+2]=s.z,T[N+Y+3]=0),p===!0&&(s.fromBufferAttribute(G,H),T[N+Y+4]=s.x,T[N+Y+5]=s.y,T[N+Y+6]=s.z,T[N+Y+7]=0),_===!0&&(s.fromBufferAttribute(W,H),T[N+Y+8]=s.x,T[N+Y+9]=s.y,T[N+Y+10]=s.z,T[N+Y+11]=W.itemSize===4?s.w:1)}}f={count:u,texture:x,size:new pt(M,R)},n.set(a,f),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let _=0;_<c.length;_++)d+=c[_];let p=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",f.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",f.size)}return{update:r}}function X1(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,f=t.get(c,u);if(r.get(f)!==h&&(t.update(f),r.set(f,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==h&&(d.update(),r.set(d,h))}return f}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var q1={[qd]:"LINEAR_TONE_MAPPING",[Yd]:"REINHARD_TONE_MAPPING",[$d]:"CINEON_TONE_MAPPING",[Tl]:"ACES_FILMIC_TONE_MAPPING",[Kd]:"AGX_TONE_MAPPING",[jd]:"NEUTRAL_TONE_MAPPING",[Zd]:"CUSTOM_TONE_MAPPING"};function Y1(i,t,e,n,s,r){let o=new bi(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Fe;h.setAttribute("position",new Ne([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Ne([0,2,0,0,2,0],2));let u=new dh({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),f=new bn(h,u),d=new Or(-1,1,1,-1,0,1),p=null,_=null,m=!1,g,v=null,S=[],M=!1;this.setSize=function(R,T){o.setSize(R,T),a!==null&&a.setSize(R,T),l!==null&&l.setSize(R,T);for(let x=0;x<S.length;x++){let w=S[x];w.setSize&&w.setSize(R,T)}},this.setEffects=function(R){S=R,M=S.length>0&&S[0].isRenderPass===!0;let T=o.width,x=o.height;S.length>0&&a===null&&(a=new bi(T,x,{type:ji,depthBuffer:!1,stencilBuffer:!1}),l=new bi(T,x,{type:ji,depthBuffer:!1,stencilBuffer:!1}));let w=s===!0&&S.some(F=>F.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new Fs(T,x),r===!0&&(c.format=ks,c.type=Gr)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let F=0;F<S.length;F++){let D=S[F];D.setSize&&D.setSize(T,x),w&&D.needsDepthTexture===!0&&D.setDepthTexture&&D.setDepthTexture(c)}},this.begin=function(R,T){if(m||R.toneMapping===gs&&S.length===0)return!1;if(v=T,T!==null){let x=T.width,w=T.height;(o.width!==x||o.height!==w)&&this.setSize(x,w)}return M===!1&&R.setRenderTarget(o),g=R.toneMapping,R.toneMapping=gs,!0},this.hasRenderPass=function(){return M},this.end=function(R,T){R.toneMapping=g,m=!0;let x=o,w=a;for(let F=0;F<S.length;F++){let D=S[F];D.enabled!==!1&&(D.render(R,w,x,T),D.needsSwap!==!1&&(x=w,w=w===a?l:a))}if(p!==R.outputColorSpace||_!==R.toneMapping){p=R.outputColorSpace,_=R.toneMapping,u.defines={},Re.getTransfer(p)===Ve&&(u.defines.SRGB_TRANSFER="");let F=q1[_];F&&(u.defines[F]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=x.texture,R.setRenderTarget(v),R.render(f,d),v=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var S_=new ci,w_=new Fs(1,1),A_=new nl(1),E_=new Za,T_=new ih,C_=new el,n_=[],i_=[],s_=new Float32Array(16),r_=new Float32Array(9),o_=new Float32Array(4);function Jo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=n_[s];if(r===void 0&&(r=new Float32Array(s),n_[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function An(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function En(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function vu(i,t){let e=i_[t];e===void 0&&(e=new Int32Array(t),i_[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function $1(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function Z1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(An(e,t))return;i.uniform2fv(this.addr,t),En(e,t)}}function K1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(An(e,t))return;i.uniform3fv(this.addr,t),En(e,t)}}function j1(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(An(e,t))return;i.uniform4fv(this.addr,t),En(e,t)}}function J1(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(An(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),En(e,t)}else{if(An(e,n))return;o_.set(n),i.uniformMatrix2fv(this.addr,!1,o_),En(e,n)}}function Q1(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(An(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),En(e,t)}else{if(An(e,n))return;r_.set(n),i.uniformMatrix3fv(this.addr,!1,r_),En(e,n)}}function tA(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(An(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),En(e,t)}else{if(An(e,n))return;s_.set(n),i.uniformMatrix4fv(this.addr,!1,s_),En(e,n)}}function eA(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function nA(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(An(e,t))return;i.uniform2iv(this.addr,t),En(e,t)}}function iA(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(An(e,t))return;i.uniform3iv(this.addr,t),En(e,t)}}function sA(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(An(e,t))return;i.uniform4iv(this.addr,t),En(e,t)}}function rA(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function oA(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(An(e,t))return;i.uniform2uiv(this.addr,t),En(e,t)}}function aA(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(An(e,t))return;i.uniform3uiv(this.addr,t),En(e,t)}}function lA(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(An(e,t))return;i.uniform4uiv(this.addr,t),En(e,t)}}function Mu(i){return i.version===0&&(i.compareFunction=ap,i.needsUpdate=!0),i}function cA(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Mu(w_):r=S_,e.setTexture2D(t||r,s)}function hA(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||T_,s)}function uA(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Mu(A_):r=C_,e.setTextureCube(t||r,s)}function fA(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||E_,s)}function dA(i){switch(i){case 5126:return $1;case 35664:return Z1;case 35665:return K1;case 35666:return j1;case 35674:return J1;case 35675:return Q1;case 35676:return tA;case 5124:case 35670:return eA;case 35667:case 35671:return nA;case 35668:case 35672:return iA;case 35669:case 35673:return sA;case 5125:return rA;case 36294:return oA;case 36295:return aA;case 36296:return lA;case 35678:case 36198:case 36298:case 36306:case 35682:return cA;case 35679:case 36299:case 36307:return hA;case 35680:case 36300:case 36308:case 36293:return uA;case 36289:case 36303:case 36311:case 36292:return fA}}function pA(i,t){i.uniform1fv(this.addr,t)}function mA(i,t){let e=Jo(t,this.size,2);i.uniform2fv(this.addr,e)}function gA(i,t){let e=Jo(t,this.size,3);i.uniform3fv(this.addr,e)}function _A(i,t){let e=Jo(t,this.size,4);i.uniform4fv(this.addr,e)}function xA(i,t){let e=Jo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function yA(i,t){let e=Jo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function vA(i,t){let e=Jo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function MA(i,t){i.uniform1iv(this.addr,t)}function bA(i,t){i.uniform2iv(this.addr,t)}function SA(i,t){i.uniform3iv(this.addr,t)}function wA(i,t){i.uniform4iv(this.addr,t)}function AA(i,t){i.uniform1uiv(this.addr,t)}function EA(i,t){i.uniform2uiv(this.addr,t)}function TA(i,t){i.uniform3uiv(this.addr,t)}function CA(i,t){i.uniform4uiv(this.addr,t)}function RA(i,t,e){let n=this.cache,s=t.length,r=vu(e,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Mu(w_):o=S_;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function PA(i,t,e){let n=this.cache,s=t.length,r=vu(e,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||T_,r[o])}function IA(i,t,e){let n=this.cache,s=t.length,r=vu(e,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Mu(A_):o=C_;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function LA(i,t,e){let n=this.cache,s=t.length,r=vu(e,s);An(n,r)||(i.uniform1iv(this.addr,r),En(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||E_,r[o])}function DA(i){switch(i){case 5126:return pA;case 35664:return mA;case 35665:return gA;case 35666:return _A;case 35674:return xA;case 35675:return yA;case 35676:return vA;case 5124:case 35670:return MA;case 35667:case 35671:return bA;case 35668:case 35672:return SA;case 35669:case 35673:return wA;case 5125:return AA;case 36294:return EA;case 36295:return TA;case 36296:return CA;case 35678:case 36198:case 36298:case 36306:case 35682:return RA;case 35679:case 36299:case 36307:return PA;case 35680:case 36300:case 36308:case 36293:return IA;case 36289:case 36303:case 36311:case 36292:return LA}}var bp=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=dA(e.type)}},Sp=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=DA(e.type)}},wp=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},vp=/(\w+)(\])?(\[|\.)?/g;function a_(i,t){i.seq.push(t),i.map[t.id]=t}function NA(i,t,e){let n=i.name,s=n.length;for(vp.lastIndex=0;;){let r=vp.exec(n),o=vp.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){a_(e,c===void 0?new bp(a,i,t):new Sp(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new wp(a),a_(e,u)),e=u}}}var jo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);NA(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function l_(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var UA=37297,OA=0;function FA(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var c_=new ge;function BA(i){Re._getMatrix(c_,Re.workingColorSpace,i);let t=`mat3( ${c_.elements.map(e=>e.toFixed(4))} )`;switch(Re.getTransfer(i)){case qa:return[t,"LinearTransferOETF"];case Ve:return[t,"sRGBTransferOETF"];default:return ne("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function h_(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+FA(i.getShaderSource(t),a)}else return r}function kA(i,t){let e=BA(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var zA={[qd]:"Linear",[Yd]:"Reinhard",[$d]:"Cineon",[Tl]:"ACESFilmic",[Kd]:"AgX",[jd]:"Neutral",[Zd]:"Custom"};function VA(i,t){let e=zA[t];return e===void 0?(ne("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var _u=new C;function GA(){Re.getLuminanceCoefficients(_u);let i=_u.x.toFixed(4),t=_u.y.toFixed(4),e=_u.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function HA(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(kl).join(`
`)}function WA(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function XA(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function kl(i){return i!==""}function u_(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function f_(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var qA=/^[ \t]*#include +<([\w\d./]+)>/gm;function Ap(i){return i.replace(qA,YA)}function YA(i,t){let e=Se[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Ap(e)}var $A=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function d_(i){return i.replace($A,ZA)}function ZA(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function p_(i){let t=`precision ${i.precision} float;
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
#define LOW_PRECISION`),t}var KA={[Br]:"SHADOWMAP_TYPE_PCF",[Yo]:"SHADOWMAP_TYPE_VSM"};function jA(i){return KA[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var JA={[Zo]:"ENVMAP_MODE_REFRACTION"};function QA(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":JA[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var tE={[Ch]:"ENVMAP_BLENDING_MULTIPLY",[P0]:"ENVMAP_BLENDING_MIX",[I0]:"ENVMAP_BLENDING_ADD"};function eE(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":tE[i.combine]||"ENVMAP_BLENDING_NONE"}function nE(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=jA(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=QA(e),u=eE(e),f=HA(e),d=WA(r),p=s.createProgram(),_,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(_=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(kl).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(kl).join(`
`),m.length>0&&(m+=`
`)):(_=[p_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(kl).join(`
`),m=[p_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==gs?"#define TONE_MAPPING":"",e.toneMapping!==gs?Se.tonemapping_pars_fragment:"",e.toneMapping!==gs?VA("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Se.colorspace_pars_fragment,kA("linearToOutputTexel",e.outputColorSpace),GA(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(kl).join(`
`)),o=Ap(o),o=u_(o,e),o=f_(o,e),a=Ap(a),a=u_(a,e),a=f_(a,e),o=d_(o),a=d_(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,_=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",e.glslVersion===hp?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===hp?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let v=g+_+o,S=g+m+a,M=l_(s,s.VERTEX_SHADER,v),R=l_(s,s.FRAGMENT_SHADER,S);s.attachShader(p,M),s.attachShader(p,R),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function T(D){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(p)||"",G=s.getShaderInfoLog(M)||"",W=s.getShaderInfoLog(R)||"",N=L.trim(),H=G.trim(),Y=W.trim(),V=!0,ct=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,M,R);else{let $=h_(s,M,"vertex"),J=h_(s,R,"fragment");ce("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+D.name+`
Material Type: `+D.type+`

Program Info Log: `+N+`
`+$+`
`+J)}else N!==""?ne("WebGLProgram: Program Info Log:",N):(H===""||Y==="")&&(ct=!1);ct&&(D.diagnostics={runnable:V,programLog:N,vertexShader:{log:H,prefix:_},fragmentShader:{log:Y,prefix:m}})}s.deleteShader(M),s.deleteShader(R),x=new jo(s,p),w=XA(s,p)}let x;this.getUniforms=function(){return x===void 0&&T(this),x};let w;this.getAttributes=function(){return w===void 0&&T(this),w};let F=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=s.getProgramParameter(p,UA)),F},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=OA++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=M,this.fragmentShader=R,this}var iE=0,Ep=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Tp(t),e.set(t,n)),n}},Tp=class{constructor(t){this.id=iE++,this.code=t,this.usedTimes=0}};function sE(i){return i===xr||i===Dl||i===Nl}function rE(i,t,e,n,s,r){let o=new Fo,a=new Ep,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,f={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(x){return l.add(x),x===0?"uv":`uv${x}`}function p(x,w,F,D,L,G){let W=D.fog,N=L.geometry,H=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?D.environment:null,Y=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,V=t.get(x.envMap||H,Y),ct=f[x.type],$=n.precision;x.precision!==null&&($=n.getMaxPrecision(x.precision),$!==x.precision&&ne("WebGLProgram.getParameters:",x.precision,"not supported, using",$,"instead."));let J=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,et=J!==void 0?J.length:0,ut=0;N.morphAttributes.position!==void 0&&(ut=1),N.morphAttributes.normal!==void 0&&(ut=2),N.morphAttributes.color!==void 0&&(ut=3);let ht,Q,_t,yt;if(ct){let Nt=ai[ct];ht=Nt.vertexShader,Q=Nt.fragmentShader}else{ht=x.vertexShader,Q=x.fragmentShader;let Nt=a.getVertexShaderStage(x),ye=a.getFragmentShaderStage(x);a.update(x,Nt,ye),_t=Nt.id,yt=ye.id}let Lt=i.getRenderTarget(),wt=i.state.buffers.depth.getReversed(),Gt=L.isInstancedMesh===!0,oe=L.isBatchedMesh===!0,Jt=!!x.map,ae=!!x.matcap,se=!!V,ot=se&&V.isPMREMTexture===!0,vt=!!x.aoMap,xt=!!x.lightMap,Bt=!!x.bumpMap&&x.wireframe===!1,Dt=!!x.normalMap,ie=!!x.displacementMap,kt=!!x.emissiveMap,xe=!!x.metalnessMap,me=!!x.roughnessMap,Me=x.anisotropy>0,O=x.clearcoat>0,bt=x.diffuseRoughness>0,Yt=x.dispersion>0,fe=x.retroreflectivity>0,At=x.iridescence>0,ze=x.sheen>0,Kt=x.transmission>0,ee=Me&&!!x.anisotropyMap,P=O&&!!x.clearcoatMap,b=O&&!!x.clearcoatNormalMap,q=O&&!!x.clearcoatRoughnessMap,dt=bt&&!!x.diffuseRoughnessMap,at=At&&!!x.iridescenceMap,St=At&&!!x.iridescenceThicknessMap,Et=ze&&!!x.sheenColorMap,nt=ze&&!!x.sheenRoughnessMap,st=!!x.specularMap,gt=!!x.specularColorMap,k=!!x.specularIntensityMap,rt=Kt&&!!x.transmissionMap,it=Kt&&!!x.thicknessMap,Rt=!!x.gradientMap,Mt=!!x.alphaMap,Ct=x.alphaTest>0,Qt=!!x.alphaHash,he=!!x.extensions,ft=gs;x.toneMapped&&(Lt===null||Lt.isXRRenderTarget===!0)&&(ft=i.toneMapping);let $t=ot?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,ue={shaderID:ct,shaderType:x.type,shaderName:x.name,vertexShader:ht,fragmentShader:Q,defines:x.defines,customVertexShaderID:_t,customFragmentShaderID:yt,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:$,batching:oe,batchingColor:oe&&L._colorsTexture!==null,instancing:Gt,instancingColor:Gt&&L.instanceColor!==null,instancingMorph:Gt&&L.morphTexture!==null,outputColorSpace:Lt===null?i.outputColorSpace:Lt.isXRRenderTarget===!0?Lt.texture.colorSpace:Re.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Jt,matcap:ae,envMap:se,envMapMode:se&&V.mapping,envMapPMREM:ot,envMapMaxLod:ot?$t.length-1:null,envMapSize:ot?$t[0].width:null,aoMap:vt,lightMap:xt,bumpMap:Bt,normalMap:Dt,displacementMap:ie,emissiveMap:kt,normalMapObjectSpace:Dt&&x.normalMapType===N0,normalMapTangentSpace:Dt&&x.normalMapType===Ul,packedNormalMap:Dt&&x.normalMapType===Ul&&sE(x.normalMap.format),metalnessMap:xe,roughnessMap:me,anisotropy:Me,anisotropyMap:ee,clearcoat:O,clearcoatMap:P,clearcoatNormalMap:b,clearcoatRoughnessMap:q,diffuseRoughness:bt,diffuseRoughnessMap:dt,dispersion:Yt,retroreflection:fe,iridescence:At,iridescenceMap:at,iridescenceThicknessMap:St,sheen:ze,sheenColorMap:Et,sheenRoughnessMap:nt,specularMap:st,specularColorMap:gt,specularIntensityMap:k,transmission:Kt,transmissionMap:rt,thicknessMap:it,gradientMap:Rt,opaque:x.transparent===!1&&x.blending===$o&&x.alphaToCoverage===!1,alphaMap:Mt,alphaTest:Ct,alphaHash:Qt,combine:x.combine,mapUv:Jt&&d(x.map.channel),aoMapUv:vt&&d(x.aoMap.channel),lightMapUv:xt&&d(x.lightMap.channel),bumpMapUv:Bt&&d(x.bumpMap.channel),normalMapUv:Dt&&d(x.normalMap.channel),displacementMapUv:ie&&d(x.displacementMap.channel),emissiveMapUv:kt&&d(x.emissiveMap.channel),metalnessMapUv:xe&&d(x.metalnessMap.channel),roughnessMapUv:me&&d(x.roughnessMap.channel),anisotropyMapUv:ee&&d(x.anisotropyMap.channel),clearcoatMapUv:P&&d(x.clearcoatMap.channel),clearcoatNormalMapUv:b&&d(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:q&&d(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:dt&&d(x.diffuseRoughnessMap.channel),iridescenceMapUv:at&&d(x.iridescenceMap.channel),iridescenceThicknessMapUv:St&&d(x.iridescenceThicknessMap.channel),sheenColorMapUv:Et&&d(x.sheenColorMap.channel),sheenRoughnessMapUv:nt&&d(x.sheenRoughnessMap.channel),specularMapUv:st&&d(x.specularMap.channel),specularColorMapUv:gt&&d(x.specularColorMap.channel),specularIntensityMapUv:k&&d(x.specularIntensityMap.channel),transmissionMapUv:rt&&d(x.transmissionMap.channel),thicknessMapUv:it&&d(x.thicknessMap.channel),alphaMapUv:Mt&&d(x.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Dt||Me),vertexNormals:!!N.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!N.attributes.uv&&(Jt||Mt),fog:!!W,useFog:x.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||N.attributes.normal===void 0&&Dt===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:wt,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:et,morphTextureStride:ut,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:G.filter(Nt=>Nt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&F.length>0,shadowMapType:i.shadowMap.type,toneMapping:ft,decodeVideoTexture:Jt&&x.map.isVideoTexture===!0&&Re.getTransfer(x.map.colorSpace)===Ve,decodeVideoTextureEmissive:kt&&x.emissiveMap.isVideoTexture===!0&&Re.getTransfer(x.emissiveMap.colorSpace)===Ve,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===zn,flipSided:x.side===oi,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:he&&x.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(he&&x.extensions.multiDraw===!0||oe)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return ue.vertexUv1s=l.has(1),ue.vertexUv2s=l.has(2),ue.vertexUv3s=l.has(3),l.clear(),ue}function _(x){let w=[];if(x.shaderID?w.push(x.shaderID):(w.push(x.customVertexShaderID),w.push(x.customFragmentShaderID)),x.defines!==void 0)for(let F in x.defines)w.push(F),w.push(x.defines[F]);return x.isRawShaderMaterial===!1&&(m(w,x),g(w,x),w.push(i.outputColorSpace)),w.push(x.customProgramCacheKey),w.join()}function m(x,w){x.push(w.precision),x.push(w.outputColorSpace),x.push(w.envMapMode),x.push(w.envMapPMREM),x.push(w.envMapMaxLod),x.push(w.envMapSize),x.push(w.mapUv),x.push(w.alphaMapUv),x.push(w.lightMapUv),x.push(w.aoMapUv),x.push(w.bumpMapUv),x.push(w.normalMapUv),x.push(w.displacementMapUv),x.push(w.emissiveMapUv),x.push(w.metalnessMapUv),x.push(w.roughnessMapUv),x.push(w.anisotropyMapUv),x.push(w.clearcoatMapUv),x.push(w.clearcoatNormalMapUv),x.push(w.clearcoatRoughnessMapUv),x.push(w.diffuseRoughnessMapUv),x.push(w.iridescenceMapUv),x.push(w.iridescenceThicknessMapUv),x.push(w.sheenColorMapUv),x.push(w.sheenRoughnessMapUv),x.push(w.specularMapUv),x.push(w.specularColorMapUv),x.push(w.specularIntensityMapUv),x.push(w.transmissionMapUv),x.push(w.thicknessMapUv),x.push(w.combine),x.push(w.fogExp2),x.push(w.sizeAttenuation),x.push(w.morphTargetsCount),x.push(w.numSunLights),x.push(w.numDirLights),x.push(w.numPointLights),x.push(w.numSpotLights),x.push(w.numSpotLightMaps),x.push(w.numHemiLights),x.push(w.numRectAreaLights),x.push(w.numSunLightShadows),x.push(w.numDirLightShadows),x.push(w.numPointLightShadows),x.push(w.numSpotLightShadows),x.push(w.numSpotLightShadowsWithMaps),x.push(w.numLightProbes),x.push(w.numLightProbeGrids),x.push(w.shadowMapType),x.push(w.toneMapping),x.push(w.numClippingPlanes),x.push(w.numClipIntersection),x.push(w.depthPacking)}function g(x,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function v(x){let w=f[x.type],F;if(w){let D=ai[w];F=Fl.clone(D.uniforms)}else F=x.uniforms;return F}function S(x,w){let F=h.get(w);return F!==void 0?++F.usedTimes:(F=new nE(i,w,x,s),c.push(F),h.set(w,F)),F}function M(x){if(--x.usedTimes===0){let w=c.indexOf(x);c[w]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function R(x){a.remove(x)}function T(){a.dispose()}return{getParameters:p,getProgramCacheKey:_,getUniforms:v,acquireProgram:S,releaseProgram:M,releaseShaderCache:R,programs:c,dispose:T}}function oE(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function aE(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function m_(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function g_(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(f){let d=0;return f.isInstancedMesh&&(d+=2),f.isSkinnedMesh&&(d+=1),d}function a(f,d,p,_,m,g){let v=i[t];return v===void 0?(v={id:f.id,object:f,geometry:d,material:p,materialVariant:o(f),groupOrder:_,renderOrder:f.renderOrder,z:m,group:g},i[t]=v):(v.id=f.id,v.object=f,v.geometry=d,v.material=p,v.materialVariant=o(f),v.groupOrder=_,v.renderOrder=f.renderOrder,v.z=m,v.group=g),t++,v}function l(f,d,p,_,m,g,v){v.reversedDepth===!0&&(m=-m);let S=a(f,d,p,_,m,g);p.transmission>0?n.push(S):p.transparent===!0?s.push(S):e.push(S)}function c(f,d,p,_,m,g){let v=a(f,d,p,_,m,g);p.transmission>0?n.unshift(v):p.transparent===!0?s.unshift(v):e.unshift(v)}function h(f,d){e.length>1&&e.sort(f||aE),n.length>1&&n.sort(d||m_),s.length>1&&s.sort(d||m_)}function u(){for(let f=t,d=i.length;f<d;f++){let p=i[f];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function lE(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new g_,i.set(n,[o])):s>=r.length?(o=new g_,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function cE(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new C,color:new Wt};break;case"SpotLight":e={position:new C,direction:new C,color:new Wt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new C,color:new Wt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new C,skyColor:new Wt,groundColor:new Wt};break;case"RectAreaLight":e={color:new Wt,position:new C,halfWidth:new C,halfHeight:new C};break}return i[t.id]=e,e}}}function hE(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var uE=0;function fE(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function dE(i){let t=new cE,e=hE(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new C);let s=new C,r=new qt,o=new qt;function a(c){let h=0,u=0,f=0;for(let G=0;G<9;G++)n.probe[G].set(0,0,0);let d=0,p=0,_=0,m=0,g=0,v=0,S=0,M=0,R=0,T=0,x=0,w=0,F=0,D=0;c.sort(fE);for(let G=0,W=c.length;G<W;G++){let N=c[G],H=N.color,Y=N.intensity,V=N.distance,ct=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===xr?ct=N.shadow.map.texture:ct=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=H.r*Y,u+=H.g*Y,f+=H.b*Y;else if(N.isLightProbe){for(let $=0;$<9;$++)n.probe[$].addScaledVector(N.sh.coefficients[$],Y);D++}else if(N.isSunLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let J=N.shadow,et=e.get(N);et.shadowIntensity=J.intensity,et.shadowBias=J.bias,et.shadowNormalBias=J.normalBias,et.shadowRadius=J.radius,et.shadowMapSize.copy(J.mapSize).multiply(J.getFrameExtents()),n.sunShadow[p]=et,n.sunShadowMap[p]=ct;let ut=J.getViewportCount();for(let ht=0;ht<ut;ht++)n.sunShadowMatrix[_+ht]=J.getMatrix(ht),n.sunShadowCascade[_+ht]=J._cascadeData[ht];_+=ut,p++}n.sun[d]=$,d++}else if(N.isDirectionalLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let J=N.shadow,et=e.get(N);et.shadowIntensity=J.intensity,et.shadowBias=J.bias,et.shadowNormalBias=J.normalBias,et.shadowRadius=J.radius,et.shadowMapSize=J.mapSize,n.directionalShadow[m]=et,n.directionalShadowMap[m]=ct,n.directionalShadowMatrix[m]=N.shadow.matrix,R++}n.directional[m]=$,m++}else if(N.isSpotLight){let $=t.get(N);$.position.setFromMatrixPosition(N.matrixWorld),$.color.copy(H).multiplyScalar(Y),$.distance=V,$.coneCos=Math.cos(N.angle),$.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),$.decay=N.decay,n.spot[v]=$;let J=N.shadow;if(N.map&&(n.spotLightMap[w]=N.map,w++,J.updateMatrices(N),N.castShadow&&F++),n.spotLightMatrix[v]=J.matrix,N.castShadow){let et=e.get(N);et.shadowIntensity=J.intensity,et.shadowBias=J.bias,et.shadowNormalBias=J.normalBias,et.shadowRadius=J.radius,et.shadowMapSize=J.mapSize,n.spotShadow[v]=et,n.spotShadowMap[v]=ct,x++}v++}else if(N.isRectAreaLight){let $=t.get(N);$.color.copy(H).multiplyScalar(Y),$.halfWidth.set(N.width*.5,0,0),$.halfHeight.set(0,N.height*.5,0),n.rectArea[S]=$,S++}else if(N.isPointLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),$.distance=N.distance,$.decay=N.decay,N.castShadow){let J=N.shadow,et=e.get(N);et.shadowIntensity=J.intensity,et.shadowBias=J.bias,et.shadowNormalBias=J.normalBias,et.shadowRadius=J.radius,et.shadowMapSize=J.mapSize,et.shadowCameraNear=J.camera.near,et.shadowCameraFar=J.camera.far,n.pointShadow[g]=et,n.pointShadowMap[g]=ct,n.pointShadowMatrix[g]=N.shadow.matrix,T++}n.point[g]=$,g++}else if(N.isHemisphereLight){let $=t.get(N);$.skyColor.copy(N.color).multiplyScalar(Y),$.groundColor.copy(N.groundColor).multiplyScalar(Y),n.hemi[M]=$,M++}}S>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ut.LTC_FLOAT_1,n.rectAreaLTC2=Ut.LTC_FLOAT_2):(n.rectAreaLTC1=Ut.LTC_HALF_1,n.rectAreaLTC2=Ut.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=f;let L=n.hash;(L.sunLength!==d||L.directionalLength!==m||L.pointLength!==g||L.spotLength!==v||L.rectAreaLength!==S||L.hemiLength!==M||L.numSunShadows!==p||L.numDirectionalShadows!==R||L.numPointShadows!==T||L.numSpotShadows!==x||L.numSpotMaps!==w||L.numLightProbes!==D)&&(n.sun.length=d,n.directional.length=m,n.spot.length=v,n.rectArea.length=S,n.point.length=g,n.hemi.length=M,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=R,n.directionalShadowMap.length=R,n.directionalShadowMatrix.length=R,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+w-F,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=D,L.sunLength=d,L.directionalLength=m,L.pointLength=g,L.spotLength=v,L.rectAreaLength=S,L.hemiLength=M,L.numSunShadows=p,L.numDirectionalShadows=R,L.numPointShadows=T,L.numSpotShadows=x,L.numSpotMaps=w,L.numLightProbes=D,n.version=uE++)}function l(c,h){let u=0,f=0,d=0,p=0,_=0,m=0,g=h.matrixWorldInverse;for(let v=0,S=c.length;v<S;v++){let M=c[v];if(M.isSunLight){let R=n.sun[u];R.direction.setFromMatrixPosition(M.matrixWorld),R.direction.transformDirection(g),u++}else if(M.isDirectionalLight){let R=n.directional[f];R.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),f++}else if(M.isSpotLight){let R=n.spot[p];R.position.setFromMatrixPosition(M.matrixWorld),R.position.applyMatrix4(g),R.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),p++}else if(M.isRectAreaLight){let R=n.rectArea[_];R.position.setFromMatrixPosition(M.matrixWorld),R.position.applyMatrix4(g),o.identity(),r.copy(M.matrixWorld),r.premultiply(g),o.extractRotation(r),R.halfWidth.set(M.width*.5,0,0),R.halfHeight.set(0,M.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),_++}else if(M.isPointLight){let R=n.point[d];R.position.setFromMatrixPosition(M.matrixWorld),R.position.applyMatrix4(g),d++}else if(M.isHemisphereLight){let R=n.hemi[m];R.direction.setFromMatrixPosition(M.matrixWorld),R.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function __(i){let t=new dE(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,f)=>u.priority-f.priority||u.id-f.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function pE(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new __(i),t.set(s,[a])):r>=o.length?(a=new __(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var mE=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,gE=`uniform sampler2D shadow_pass;
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
}`,_E=[new C(1,0,0),new C(-1,0,0),new C(0,1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1)],xE=[new C(0,-1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1),new C(0,-1,0),new C(0,-1,0)],x_=new qt,Bl=new C,Mp=new C;function yE(i,t,e){let n=new ar,s=new pt,r=new pt,o=new Ge,a=new ph,l=new mh,c={},h=e.maxTextureSize,u={[_r]:oi,[oi]:_r,[zn]:zn},f=new Di({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new pt},radius:{value:4}},vertexShader:mE,fragmentShader:gE}),d=f.clone();d.defines.HORIZONTAL_PASS=1;let p=new Fe;p.setAttribute("position",new Ie(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new bn(p,f),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Br;let g=this.type;this.render=function(T,x,w){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===u0&&(ne("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Br);let F=i.getRenderTarget(),D=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),G=i.state;G.setBlending(kr),G.buffers.depth.getReversed()===!0?G.buffers.color.setClear(0,0,0,0):G.buffers.color.setClear(1,1,1,1),G.buffers.depth.setTest(!0),G.setScissorTest(!1);let W=g!==this.type;W&&x.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(H=>H.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,H=T.length;N<H;N++){let Y=T[N],V=Y.shadow;if(V===void 0){ne("WebGLShadowMap:",Y,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let ct=V.getFrameExtents();s.multiply(ct),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,V.mapSize.y=r.y));let $=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=$,V.map===null||W===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===Yo){if(Y.isPointLight){ne("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new bi(s.x,s.y,{format:xr,type:ji,minFilter:ri,magFilter:ri,generateMipmaps:!1}),V.map.texture.name=Y.name+".shadowMap",V.map.depthTexture=new Fs(s.x,s.y,Ni),V.map.depthTexture.name=Y.name+".shadowMapDepth",V.map.depthTexture.format=Us,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Fn,V.map.depthTexture.magFilter=Fn}else Y.isPointLight?(V.map=new zl(s.x),V.map.depthTexture=new nl(s.x,Ki)):(V.map=new bi(s.x,s.y),V.map.depthTexture=new Fs(s.x,s.y,Ki)),V.map.depthTexture.name=Y.name+".shadowMap",V.map.depthTexture.format=Us,this.type===Br?(V.map.depthTexture.compareFunction=$?op:rp,V.map.depthTexture.minFilter=ri,V.map.depthTexture.magFilter=ri):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Fn,V.map.depthTexture.magFilter=Fn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let J=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();Y.isPointLight!==!0&&V.updateMatrices(Y,w);let et=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:w.layers;for(let ut=0;ut<J;ut++){let ht=V.getCamera(ut);if(Y.isPointLight){let Q=V.camera,_t=V.matrix,yt=Y.distance||Q.far;yt!==Q.far&&(Q.far=yt,Q.updateProjectionMatrix()),Bl.setFromMatrixPosition(Y.matrixWorld),Q.position.copy(Bl),Mp.copy(Q.position),Mp.add(_E[ut]),Q.up.copy(xE[ut]),Q.lookAt(Mp),Q.updateMatrixWorld(),_t.makeTranslation(-Bl.x,-Bl.y,-Bl.z),x_.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),V._frustum.setFromProjectionMatrix(x_,Q.coordinateSystem,Q.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,ut),i.clear();else{ut===0&&(i.setRenderTarget(V.map),i.clear());let Q=V.getViewport(ut);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),G.viewport(o)}n=V.getFrustum(ut),M(x,w,ht,Y,et,this.type)}V.isPointLightShadow!==!0&&this.type===Yo&&v(V,w),V.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(F,D,L)};function v(T,x){let w=t.update(_);f.defines.VSM_SAMPLES!==T.blurSamples&&(f.defines.VSM_SAMPLES=T.blurSamples,d.defines.VSM_SAMPLES=T.blurSamples,f.needsUpdate=!0,d.needsUpdate=!0),T.mapPass===null?T.mapPass=new bi(s.x,s.y,{format:xr,type:ji}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),f.uniforms.shadow_pass.value=T.map.depthTexture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(x,null,w,f,_,null),d.uniforms.shadow_pass.value=T.mapPass.texture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(x,null,w,d,_,null)}function S(T,x,w,F){let D=null,L=w.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(L!==void 0)D=L;else if(D=w.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let G=D.uuid,W=x.uuid,N=c[G];N===void 0&&(N={},c[G]=N);let H=N[W];H===void 0&&(H=D.clone(),N[W]=H,x.addEventListener("dispose",R)),D=H}if(D.visible=x.visible,D.wireframe=x.wireframe,F===Yo?D.side=x.shadowSide!==null?x.shadowSide:x.side:D.side=x.shadowSide!==null?x.shadowSide:u[x.side],D.alphaMap=x.alphaMap,D.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,D.map=x.map,D.clipShadows=x.clipShadows,D.clippingPlanes=x.clippingPlanes,D.clipIntersection=x.clipIntersection,D.displacementMap=x.displacementMap,D.displacementScale=x.displacementScale,D.displacementBias=x.displacementBias,D.wireframeLinewidth=x.wireframeLinewidth,D.linewidth=x.linewidth,w.isPointLight===!0&&D.isMeshDistanceMaterial===!0){let G=i.properties.get(D);G.light=w}return D}function M(T,x,w,F,D,L){if(T.visible===!1)return;if(T.layers.test(D)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&L===Yo)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,T.matrixWorld);let N=t.update(T),H=T.material;if(Array.isArray(H)){let Y=N.groups;for(let V=0,ct=Y.length;V<ct;V++){let $=Y[V],J=H[$.materialIndex];if(J&&J.visible){let et=S(T,J,F,L);T.onBeforeShadow(i,T,x,w,N,et,$),i.renderBufferDirect(w,null,N,et,T,$),T.onAfterShadow(i,T,x,w,N,et,$)}}}else if(H.visible){let Y=S(T,H,F,L);T.onBeforeShadow(i,T,x,w,N,Y,null),i.renderBufferDirect(w,null,N,Y,T,null),T.onAfterShadow(i,T,x,w,N,Y,null)}}let W=T.children;for(let N=0,H=W.length;N<H;N++)M(W[N],x,w,F,D,L)}function R(T){T.target.removeEventListener("dispose",R);for(let w in c){let F=c[w],D=T.target.uuid;D in F&&(F[D].dispose(),delete F[D])}}}function vE(i,t){function e(){let k=!1,rt=new Ge,it=null,Rt=new Ge(0,0,0,0);return{setMask:function(Mt){it!==Mt&&!k&&(i.colorMask(Mt,Mt,Mt,Mt),it=Mt)},setLocked:function(Mt){k=Mt},setClear:function(Mt,Ct,Qt,he,ft){ft===!0&&(Mt*=he,Ct*=he,Qt*=he),rt.set(Mt,Ct,Qt,he),Rt.equals(rt)===!1&&(i.clearColor(Mt,Ct,Qt,he),Rt.copy(rt))},reset:function(){k=!1,it=null,Rt.set(-1,0,0,0)}}}function n(){let k=!1,rt=!1,it=null,Rt=null,Mt=null;return{setReversed:function(Ct){if(rt!==Ct){let Qt=t.get("EXT_clip_control");Ct?Qt.clipControlEXT(Qt.LOWER_LEFT_EXT,Qt.ZERO_TO_ONE_EXT):Qt.clipControlEXT(Qt.LOWER_LEFT_EXT,Qt.NEGATIVE_ONE_TO_ONE_EXT),rt=Ct;let he=Mt;Mt=null,this.setClear(he)}},getReversed:function(){return rt},setTest:function(Ct){Ct?wt(i.DEPTH_TEST):Gt(i.DEPTH_TEST)},setMask:function(Ct){it!==Ct&&!k&&(i.depthMask(Ct),it=Ct)},setFunc:function(Ct){if(rt&&(Ct=W0[Ct]),Rt!==Ct){switch(Ct){case qc:i.depthFunc(i.NEVER);break;case Yc:i.depthFunc(i.ALWAYS);break;case $c:i.depthFunc(i.LESS);break;case Io:i.depthFunc(i.LEQUAL);break;case Zc:i.depthFunc(i.EQUAL);break;case Kc:i.depthFunc(i.GEQUAL);break;case Lo:i.depthFunc(i.GREATER);break;case jc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Rt=Ct}},setLocked:function(Ct){k=Ct},setClear:function(Ct){Mt!==Ct&&(Mt=Ct,rt&&(Ct=1-Ct),i.clearDepth(Ct))},reset:function(){k=!1,it=null,Rt=null,Mt=null,rt=!1}}}function s(){let k=!1,rt=null,it=null,Rt=null,Mt=null,Ct=null,Qt=null,he=null,ft=null;return{setTest:function($t){k||($t?wt(i.STENCIL_TEST):Gt(i.STENCIL_TEST))},setMask:function($t){rt!==$t&&!k&&(i.stencilMask($t),rt=$t)},setFunc:function($t,ue,Nt){(it!==$t||Rt!==ue||Mt!==Nt)&&(i.stencilFunc($t,ue,Nt),it=$t,Rt=ue,Mt=Nt)},setOp:function($t,ue,Nt){(Ct!==$t||Qt!==ue||he!==Nt)&&(i.stencilOp($t,ue,Nt),Ct=$t,Qt=ue,he=Nt)},setLocked:function($t){k=$t},setClear:function($t){ft!==$t&&(i.clearStencil($t),ft=$t)},reset:function(){k=!1,rt=null,it=null,Rt=null,Mt=null,Ct=null,Qt=null,he=null,ft=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},f={},d=new WeakMap,p=[],_=null,m=!1,g=null,v=null,S=null,M=null,R=null,T=null,x=null,w=new Wt(0,0,0),F=0,D=!1,L=null,G=null,W=null,N=null,H=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,ct=0,$=i.getParameter(i.VERSION);$.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec($)[1]),V=ct>=1):$.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),V=ct>=2);let J=null,et={},ut=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(i.VIEWPORT),Q=new Ge().fromArray(ut),_t=new Ge().fromArray(ht);function yt(k,rt,it,Rt){let Mt=new Uint8Array(4),Ct=i.createTexture();i.bindTexture(k,Ct),i.texParameteri(k,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(k,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Qt=0;Qt<it;Qt++)k===i.TEXTURE_3D||k===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,Rt,0,i.RGBA,i.UNSIGNED_BYTE,Mt):i.texImage2D(rt+Qt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,Mt);return Ct}let Lt={};Lt[i.TEXTURE_2D]=yt(i.TEXTURE_2D,i.TEXTURE_2D,1),Lt[i.TEXTURE_CUBE_MAP]=yt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Lt[i.TEXTURE_2D_ARRAY]=yt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Lt[i.TEXTURE_3D]=yt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),wt(i.DEPTH_TEST),o.setFunc(Io),Bt(!1),Dt(zd),wt(i.CULL_FACE),vt(kr);function wt(k){h[k]!==!0&&(i.enable(k),h[k]=!0)}function Gt(k){h[k]!==!1&&(i.disable(k),h[k]=!1)}function oe(k,rt){return f[k]!==rt?(i.bindFramebuffer(k,rt),f[k]=rt,k===i.DRAW_FRAMEBUFFER&&(f[i.FRAMEBUFFER]=rt),k===i.FRAMEBUFFER&&(f[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Jt(k,rt){let it=p,Rt=!1;if(k){it=d.get(rt),it===void 0&&(it=[],d.set(rt,it));let Mt=k.textures;if(it.length!==Mt.length||it[0]!==i.COLOR_ATTACHMENT0){for(let Ct=0,Qt=Mt.length;Ct<Qt;Ct++)it[Ct]=i.COLOR_ATTACHMENT0+Ct;it.length=Mt.length,Rt=!0}}else it[0]!==i.BACK&&(it[0]=i.BACK,Rt=!0);Rt&&i.drawBuffers(it)}function ae(k){return _!==k?(i.useProgram(k),_=k,!0):!1}let se={[zr]:i.FUNC_ADD,[d0]:i.FUNC_SUBTRACT,[p0]:i.FUNC_REVERSE_SUBTRACT};se[m0]=i.MIN,se[g0]=i.MAX;let ot={[_0]:i.ZERO,[x0]:i.ONE,[y0]:i.SRC_COLOR,[Wd]:i.SRC_ALPHA,[A0]:i.SRC_ALPHA_SATURATE,[S0]:i.DST_COLOR,[M0]:i.DST_ALPHA,[v0]:i.ONE_MINUS_SRC_COLOR,[Xd]:i.ONE_MINUS_SRC_ALPHA,[w0]:i.ONE_MINUS_DST_COLOR,[b0]:i.ONE_MINUS_DST_ALPHA,[E0]:i.CONSTANT_COLOR,[T0]:i.ONE_MINUS_CONSTANT_COLOR,[C0]:i.CONSTANT_ALPHA,[R0]:i.ONE_MINUS_CONSTANT_ALPHA};function vt(k,rt,it,Rt,Mt,Ct,Qt,he,ft,$t){if(k===kr){m===!0&&(Gt(i.BLEND),m=!1);return}if(m===!1&&(wt(i.BLEND),m=!0),k!==f0){if(k!==g||$t!==D){if((v!==zr||R!==zr)&&(i.blendEquation(i.FUNC_ADD),v=zr,R=zr),$t)switch(k){case $o:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Vd:i.blendFunc(i.ONE,i.ONE);break;case Gd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Hd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:ce("WebGLState: Invalid blending: ",k);break}else switch(k){case $o:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Vd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Gd:ce("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Hd:ce("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ce("WebGLState: Invalid blending: ",k);break}S=null,M=null,T=null,x=null,w.set(0,0,0),F=0,g=k,D=$t}return}Mt=Mt||rt,Ct=Ct||it,Qt=Qt||Rt,(rt!==v||Mt!==R)&&(i.blendEquationSeparate(se[rt],se[Mt]),v=rt,R=Mt),(it!==S||Rt!==M||Ct!==T||Qt!==x)&&(i.blendFuncSeparate(ot[it],ot[Rt],ot[Ct],ot[Qt]),S=it,M=Rt,T=Ct,x=Qt),(he.equals(w)===!1||ft!==F)&&(i.blendColor(he.r,he.g,he.b,ft),w.copy(he),F=ft),g=k,D=!1}function xt(k,rt){k.side===zn?Gt(i.CULL_FACE):wt(i.CULL_FACE);let it=k.side===oi;rt&&(it=!it),Bt(it),k.blending===$o&&k.transparent===!1?vt(kr):vt(k.blending,k.blendEquation,k.blendSrc,k.blendDst,k.blendEquationAlpha,k.blendSrcAlpha,k.blendDstAlpha,k.blendColor,k.blendAlpha,k.premultipliedAlpha),o.setFunc(k.depthFunc),o.setTest(k.depthTest),o.setMask(k.depthWrite),r.setMask(k.colorWrite);let Rt=k.stencilWrite;a.setTest(Rt),Rt&&(a.setMask(k.stencilWriteMask),a.setFunc(k.stencilFunc,k.stencilRef,k.stencilFuncMask),a.setOp(k.stencilFail,k.stencilZFail,k.stencilZPass)),kt(k.polygonOffset,k.polygonOffsetFactor,k.polygonOffsetUnits),k.alphaToCoverage===!0?wt(i.SAMPLE_ALPHA_TO_COVERAGE):Gt(i.SAMPLE_ALPHA_TO_COVERAGE)}function Bt(k){L!==k&&(k?i.frontFace(i.CW):i.frontFace(i.CCW),L=k)}function Dt(k){k!==c0?(wt(i.CULL_FACE),k!==G&&(k===zd?i.cullFace(i.BACK):k===h0?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Gt(i.CULL_FACE),G=k}function ie(k){k!==W&&(V&&i.lineWidth(k),W=k)}function kt(k,rt,it){k?(wt(i.POLYGON_OFFSET_FILL),(N!==rt||H!==it)&&(N=rt,H=it,o.getReversed()&&(rt=-rt,it=-it),i.polygonOffset(rt,it))):Gt(i.POLYGON_OFFSET_FILL)}function xe(k){k?wt(i.SCISSOR_TEST):Gt(i.SCISSOR_TEST)}function me(k){k===void 0&&(k=i.TEXTURE0+Y-1),J!==k&&(i.activeTexture(k),J=k)}function Me(k,rt,it){it===void 0&&(J===null?it=i.TEXTURE0+Y-1:it=J);let Rt=et[it];Rt===void 0&&(Rt={type:void 0,texture:void 0},et[it]=Rt),(Rt.type!==k||Rt.texture!==rt)&&(J!==it&&(i.activeTexture(it),J=it),i.bindTexture(k,rt||Lt[k]),Rt.type=k,Rt.texture=rt)}function O(){let k=et[J];k!==void 0&&k.type!==void 0&&(i.bindTexture(k.type,null),k.type=void 0,k.texture=void 0)}function bt(){try{i.compressedTexImage2D(...arguments)}catch(k){ce("WebGLState:",k)}}function Yt(){try{i.compressedTexImage3D(...arguments)}catch(k){ce("WebGLState:",k)}}function fe(){try{i.texSubImage2D(...arguments)}catch(k){ce("WebGLState:",k)}}function At(){try{i.texSubImage3D(...arguments)}catch(k){ce("WebGLState:",k)}}function ze(){try{i.compressedTexSubImage2D(...arguments)}catch(k){ce("WebGLState:",k)}}function Kt(){try{i.compressedTexSubImage3D(...arguments)}catch(k){ce("WebGLState:",k)}}function ee(){try{i.texStorage2D(...arguments)}catch(k){ce("WebGLState:",k)}}function P(){try{i.texStorage3D(...arguments)}catch(k){ce("WebGLState:",k)}}function b(){try{i.texImage2D(...arguments)}catch(k){ce("WebGLState:",k)}}function q(){try{i.texImage3D(...arguments)}catch(k){ce("WebGLState:",k)}}function dt(k){return u[k]!==void 0?u[k]:i.getParameter(k)}function at(k,rt){u[k]!==rt&&(i.pixelStorei(k,rt),u[k]=rt)}function St(k){Q.equals(k)===!1&&(i.scissor(k.x,k.y,k.z,k.w),Q.copy(k))}function Et(k){_t.equals(k)===!1&&(i.viewport(k.x,k.y,k.z,k.w),_t.copy(k))}function nt(k,rt){let it=c.get(rt);it===void 0&&(it=new WeakMap,c.set(rt,it));let Rt=it.get(k);Rt===void 0&&(Rt=i.getUniformBlockIndex(rt,k.name),i.uniformBlockBinding(rt,Rt,Rt),it.set(k,Rt))}function st(k,rt,it){let Mt=c.get(rt).get(k);l[Mt]!==it&&(i.bindBufferBase(i.UNIFORM_BUFFER,Mt,it),l[Mt]=it)}function gt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},J=null,et={},f={},l={},d=new WeakMap,p=[],_=null,m=!1,g=null,v=null,S=null,M=null,R=null,T=null,x=null,w=new Wt(0,0,0),F=0,D=!1,L=null,G=null,W=null,N=null,H=null,Q.set(0,0,i.canvas.width,i.canvas.height),_t.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:wt,disable:Gt,bindFramebuffer:oe,drawBuffers:Jt,useProgram:ae,setBlending:vt,setMaterial:xt,setFlipSided:Bt,setCullFace:Dt,setLineWidth:ie,setPolygonOffset:kt,setScissorTest:xe,activeTexture:me,bindTexture:Me,unbindTexture:O,compressedTexImage2D:bt,compressedTexImage3D:Yt,texImage2D:b,texImage3D:q,pixelStorei:at,getParameter:dt,updateUBOMapping:nt,uniformBlockBinding:st,texStorage2D:ee,texStorage3D:P,texSubImage2D:fe,texSubImage3D:At,compressedTexSubImage2D:ze,compressedTexSubImage3D:Kt,scissor:St,viewport:Et,reset:gt}}function ME(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new pt,h=new WeakMap,u=new Set,f,d=new WeakMap,p=new Set,_=new FinalizationRegistry(P=>p.delete(P)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(P,b){return m?new OffscreenCanvas(P,b):Ya("canvas")}function v(P,b,q){let dt=1,at=ee(P);if((at.width>q||at.height>q)&&(dt=q/Math.max(at.width,at.height)),dt<1)if(typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&P instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&P instanceof ImageBitmap||typeof VideoFrame<"u"&&P instanceof VideoFrame){let St=Math.floor(dt*at.width),Et=Math.floor(dt*at.height);f===void 0&&(f=g(St,Et));let nt=b?g(St,Et):f;return nt.width=St,nt.height=Et,nt.getContext("2d").drawImage(P,0,0,St,Et),ne("WebGLRenderer: Texture has been resized from ("+at.width+"x"+at.height+") to ("+St+"x"+Et+")."),nt}else return"data"in P&&ne("WebGLRenderer: Image in DataTexture is too big ("+at.width+"x"+at.height+")."),P;return P}function S(P){return P.generateMipmaps}function M(P){i.generateMipmap(P)}function R(P){return P.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:P.isWebGL3DRenderTarget?i.TEXTURE_3D:P.isWebGLArrayRenderTarget||P.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(P,b,q,dt,at,St=!1){if(P!==null){if(i[P]!==void 0)return i[P];ne("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+P+"'")}let Et;dt&&(Et=t.get("EXT_texture_norm16"),Et||ne("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let nt=b;if(b===i.RED&&(q===i.FLOAT&&(nt=i.R32F),q===i.HALF_FLOAT&&(nt=i.R16F),q===i.UNSIGNED_BYTE&&(nt=i.R8),q===i.UNSIGNED_SHORT&&Et&&(nt=Et.R16_EXT),q===i.SHORT&&Et&&(nt=Et.R16_SNORM_EXT)),b===i.RED_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.R8UI),q===i.UNSIGNED_SHORT&&(nt=i.R16UI),q===i.UNSIGNED_INT&&(nt=i.R32UI),q===i.BYTE&&(nt=i.R8I),q===i.SHORT&&(nt=i.R16I),q===i.INT&&(nt=i.R32I)),b===i.RG&&(q===i.FLOAT&&(nt=i.RG32F),q===i.HALF_FLOAT&&(nt=i.RG16F),q===i.UNSIGNED_BYTE&&(nt=i.RG8),q===i.UNSIGNED_SHORT&&Et&&(nt=Et.RG16_EXT),q===i.SHORT&&Et&&(nt=Et.RG16_SNORM_EXT)),b===i.RG_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RG8UI),q===i.UNSIGNED_SHORT&&(nt=i.RG16UI),q===i.UNSIGNED_INT&&(nt=i.RG32UI),q===i.BYTE&&(nt=i.RG8I),q===i.SHORT&&(nt=i.RG16I),q===i.INT&&(nt=i.RG32I)),b===i.RGB_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RGB8UI),q===i.UNSIGNED_SHORT&&(nt=i.RGB16UI),q===i.UNSIGNED_INT&&(nt=i.RGB32UI),q===i.BYTE&&(nt=i.RGB8I),q===i.SHORT&&(nt=i.RGB16I),q===i.INT&&(nt=i.RGB32I)),b===i.RGBA_INTEGER&&(q===i.UNSIGNED_BYTE&&(nt=i.RGBA8UI),q===i.UNSIGNED_SHORT&&(nt=i.RGBA16UI),q===i.UNSIGNED_INT&&(nt=i.RGBA32UI),q===i.BYTE&&(nt=i.RGBA8I),q===i.SHORT&&(nt=i.RGBA16I),q===i.INT&&(nt=i.RGBA32I)),b===i.RGB&&(q===i.UNSIGNED_SHORT&&Et&&(nt=Et.RGB16_EXT),q===i.SHORT&&Et&&(nt=Et.RGB16_SNORM_EXT),q===i.UNSIGNED_INT_5_9_9_9_REV&&(nt=i.RGB9_E5),q===i.UNSIGNED_INT_10F_11F_11F_REV&&(nt=i.R11F_G11F_B10F)),b===i.RGBA){let st=St?qa:Re.getTransfer(at);q===i.FLOAT&&(nt=i.RGBA32F),q===i.HALF_FLOAT&&(nt=i.RGBA16F),q===i.UNSIGNED_BYTE&&(nt=st===Ve?i.SRGB8_ALPHA8:i.RGBA8),q===i.UNSIGNED_SHORT&&Et&&(nt=Et.RGBA16_EXT),q===i.SHORT&&Et&&(nt=Et.RGBA16_SNORM_EXT),q===i.UNSIGNED_SHORT_4_4_4_4&&(nt=i.RGBA4),q===i.UNSIGNED_SHORT_5_5_5_1&&(nt=i.RGB5_A1)}return(nt===i.R16F||nt===i.R32F||nt===i.RG16F||nt===i.RG32F||nt===i.RGBA16F||nt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function x(P,b){let q;return P?b===null||b===Ki||b===Gr?q=i.DEPTH24_STENCIL8:b===Ni?q=i.DEPTH32F_STENCIL8:b===Ko&&(q=i.DEPTH24_STENCIL8,ne("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===Ki||b===Gr?q=i.DEPTH_COMPONENT24:b===Ni?q=i.DEPTH_COMPONENT32F:b===Ko&&(q=i.DEPTH_COMPONENT16),q}function w(P,b){return S(P)===!0||P.isFramebufferTexture&&P.minFilter!==Fn&&P.minFilter!==ri?Math.log2(Math.max(b.width,b.height))+1:P.mipmaps.length>0?P.mipmaps.length:P.isCompressedTexture&&Array.isArray(P.image)?b.mipmaps.length:1}function F(P){let b=new WeakRef(P);n.get(P).__ref=b,p.add(b),_.register(P,b,b)}function D(P){let b=n.get(P).__ref;b!==void 0&&(p.delete(b),_.unregister(b))}function L(P){W(P.target)}function G(P){N(P.target)}function W(P){P.removeEventListener("dispose",L),D(P),Y(P),P.isVideoTexture&&h.delete(P),P.isHTMLTexture&&u.delete(P)}function N(P){P.removeEventListener("dispose",G),D(P),ct(P)}function H(){for(let P of p){let b=P.deref();b!==void 0&&(b.isRenderTarget===!0?N(b):W(b))}p.clear(),u.clear()}function Y(P){let b=n.get(P);if(b.__webglInit===void 0)return;let q=P.source,dt=d.get(q);if(dt){let at=dt[b.__cacheKey];at.usedTimes--,at.usedTimes===0&&V(P),Object.keys(dt).length===0&&d.delete(q)}n.remove(P)}function V(P){let b=n.get(P);i.deleteTexture(b.__webglTexture);let q=P.source,dt=d.get(q);delete dt[b.__cacheKey],o.memory.textures--}function ct(P){let b=n.get(P);b.__depthDisposeCallback&&b.__depthDisposeCallback();let q=P.depthTexture;if(q&&q.renderTarget===P&&W(q),P.isWebGLCubeRenderTarget)for(let at=0;at<6;at++){if(Array.isArray(b.__webglFramebuffer[at]))for(let St=0;St<b.__webglFramebuffer[at].length;St++)i.deleteFramebuffer(b.__webglFramebuffer[at][St]);else i.deleteFramebuffer(b.__webglFramebuffer[at]);b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer[at])}else{if(Array.isArray(b.__webglFramebuffer))for(let at=0;at<b.__webglFramebuffer.length;at++)i.deleteFramebuffer(b.__webglFramebuffer[at]);else i.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&i.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let at=0;at<b.__webglColorRenderbuffer.length;at++)b.__webglColorRenderbuffer[at]&&i.deleteRenderbuffer(b.__webglColorRenderbuffer[at]);b.__webglDepthRenderbuffer&&i.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let dt=P.textures;for(let at=0,St=dt.length;at<St;at++){let Et=n.get(dt[at]);Et.__webglTexture&&(i.deleteTexture(Et.__webglTexture),o.memory.textures--),n.remove(dt[at])}n.remove(P)}let $=0;function J(){$=0}function et(){return $}function ut(P){$=P}function ht(){let P=$;return P>=s.maxTextures&&ne("WebGLTextures: Trying to use "+(P+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,P}function Q(P){let b=[];return b.push(P.wrapS),b.push(P.wrapT),b.push(P.wrapR||0),b.push(P.magFilter),b.push(P.minFilter),b.push(P.anisotropy),b.push(P.internalFormat),b.push(P.format),b.push(P.type),b.push(P.generateMipmaps),b.push(P.mipmapsAutoUpdate),b.push(P.premultiplyAlpha),b.push(P.flipY),b.push(P.unpackAlignment),b.push(P.colorSpace),b.join()}function _t(P,b){let q=n.get(P);if(P.isVideoTexture&&ze(P),P.isRenderTargetTexture===!1&&P.isExternalTexture!==!0&&P.version>0&&q.__version!==P.version){let dt=P.image;if(dt===null)ne("WebGLRenderer: Texture marked for update but no image data found.");else if(dt.complete===!1)ne("WebGLRenderer: Texture marked for update but image is incomplete");else{xt(q,P,b);return}}else P.isExternalTexture&&(q.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,q.__webglTexture,i.TEXTURE0+b)}function yt(P,b){let q=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&q.__version!==P.version){xt(q,P,b);return}else P.isExternalTexture&&(q.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,q.__webglTexture,i.TEXTURE0+b)}function Lt(P,b){let q=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&q.__version!==P.version){xt(q,P,b);return}e.bindTexture(i.TEXTURE_3D,q.__webglTexture,i.TEXTURE0+b)}function wt(P,b){let q=n.get(P);if(P.version>0&&q.__version!==P.version){Bt(q,P,b);return}e.bindTexture(i.TEXTURE_CUBE_MAP,q.__webglTexture,i.TEXTURE0+b)}let Gt={[Jc]:i.REPEAT,[fs]:i.CLAMP_TO_EDGE,[Qc]:i.MIRRORED_REPEAT},oe={[Fn]:i.NEAREST,[L0]:i.NEAREST_MIPMAP_NEAREST,[Cl]:i.NEAREST_MIPMAP_LINEAR,[ri]:i.LINEAR,[Ih]:i.LINEAR_MIPMAP_NEAREST,[Bs]:i.LINEAR_MIPMAP_LINEAR},Jt={[O0]:i.NEVER,[ap]:i.ALWAYS,[F0]:i.LESS,[rp]:i.LEQUAL,[B0]:i.EQUAL,[op]:i.GEQUAL,[k0]:i.GREATER,[z0]:i.NOTEQUAL};function ae(P,b){if(b.type===Ni&&t.has("OES_texture_float_linear")===!1&&(b.magFilter===ri||b.magFilter===Ih||b.magFilter===Cl||b.magFilter===Bs||b.minFilter===ri||b.minFilter===Ih||b.minFilter===Cl||b.minFilter===Bs)&&ne("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(P,i.TEXTURE_WRAP_S,Gt[b.wrapS]),i.texParameteri(P,i.TEXTURE_WRAP_T,Gt[b.wrapT]),(P===i.TEXTURE_3D||P===i.TEXTURE_2D_ARRAY)&&i.texParameteri(P,i.TEXTURE_WRAP_R,Gt[b.wrapR]),i.texParameteri(P,i.TEXTURE_MAG_FILTER,oe[b.magFilter]),i.texParameteri(P,i.TEXTURE_MIN_FILTER,oe[b.minFilter]),b.compareFunction&&(i.texParameteri(P,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(P,i.TEXTURE_COMPARE_FUNC,Jt[b.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Fn||b.minFilter!==Cl&&b.minFilter!==Bs||b.type===Ni&&t.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||n.get(b).__currentAnisotropy){let q=t.get("EXT_texture_filter_anisotropic");i.texParameterf(P,q.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,s.getMaxAnisotropy())),n.get(b).__currentAnisotropy=b.anisotropy}}}function se(P,b){let q=!1;P.__webglInit===void 0&&(P.__webglInit=!0,b.addEventListener("dispose",L),F(b));let dt=b.source,at=d.get(dt);at===void 0&&(at={},d.set(dt,at));let St=Q(b);if(St!==P.__cacheKey){at[St]===void 0&&(at[St]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,q=!0),at[St].usedTimes++;let Et=at[P.__cacheKey];Et!==void 0&&(at[P.__cacheKey].usedTimes--,Et.usedTimes===0&&V(b)),P.__cacheKey=St,P.__webglTexture=at[St].texture}return q}function ot(P,b,q){return Math.floor(Math.floor(P/q)/b)}function vt(P,b,q,dt){let St=P.updateRanges;if(St.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,b.width,b.height,q,dt,b.data);else{St.sort((k,rt)=>k.start-rt.start);let Et=0;for(let k=1;k<St.length;k++){let rt=St[Et],it=St[k],Rt=rt.start+rt.count,Mt=ot(it.start,b.width,4),Ct=ot(rt.start,b.width,4);it.start<=Rt+1&&Mt===Ct&&ot(it.start+it.count-1,b.width,4)===Mt?rt.count=Math.max(rt.count,it.start+it.count-rt.start):(++Et,St[Et]=it)}St.length=Et+1;let nt=e.getParameter(i.UNPACK_ROW_LENGTH),st=e.getParameter(i.UNPACK_SKIP_PIXELS),gt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,b.width);for(let k=0,rt=St.length;k<rt;k++){let it=St[k],Rt=Math.floor(it.start/4),Mt=Math.ceil(it.count/4),Ct=Rt%b.width,Qt=Math.floor(Rt/b.width),he=Mt,ft=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Ct),e.pixelStorei(i.UNPACK_SKIP_ROWS,Qt),e.texSubImage2D(i.TEXTURE_2D,0,Ct,Qt,he,ft,q,dt,b.data)}P.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,nt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,st),e.pixelStorei(i.UNPACK_SKIP_ROWS,gt)}}function xt(P,b,q){let dt=i.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(dt=i.TEXTURE_2D_ARRAY),b.isData3DTexture&&(dt=i.TEXTURE_3D);let at=se(P,b),St=b.source;e.bindTexture(dt,P.__webglTexture,i.TEXTURE0+q);let Et=n.get(St);if(St.version!==Et.__version||at===!0){if(e.activeTexture(i.TEXTURE0+q),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let ft=Re.getPrimaries(Re.workingColorSpace),$t=b.colorSpace===zs?null:Re.getPrimaries(b.colorSpace),ue=b.colorSpace===zs||ft===$t?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ue)}e.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment);let st=v(b.image,!1,s.maxTextureSize);st=Kt(b,st);let gt=r.convert(b.format,b.colorSpace),k=r.convert(b.type),rt=T(b.internalFormat,gt,k,b.normalized,b.colorSpace,b.isVideoTexture);ae(dt,b);let it,Rt=b.mipmaps,Mt=b.isVideoTexture!==!0,Ct=Et.__version===void 0||at===!0,Qt=St.dataReady,he=w(b,st);if(b.isDepthTexture)rt=x(b.format===ks,b.type),Ct&&(Mt?e.texStorage2D(i.TEXTURE_2D,1,rt,st.width,st.height):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,k,null));else if(b.isDataTexture)if(Rt.length>0){Mt&&Ct&&e.texStorage2D(i.TEXTURE_2D,he,rt,Rt[0].width,Rt[0].height);for(let ft=0,$t=Rt.length;ft<$t;ft++)it=Rt[ft],Mt?Qt&&e.texSubImage2D(i.TEXTURE_2D,ft,0,0,it.width,it.height,gt,k,it.data):e.texImage2D(i.TEXTURE_2D,ft,rt,it.width,it.height,0,gt,k,it.data);b.generateMipmaps=!1}else Mt?(Ct&&e.texStorage2D(i.TEXTURE_2D,he,rt,st.width,st.height),Qt&&vt(b,st,gt,k)):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,k,st.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){Mt&&Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,he,rt,Rt[0].width,Rt[0].height,st.depth);for(let ft=0,$t=Rt.length;ft<$t;ft++)if(it=Rt[ft],b.format!==Ji)if(gt!==null)if(Mt){if(Qt)if(b.layerUpdates.size>0){let ue=yp(it.width,it.height,b.format,b.type);for(let Nt of b.layerUpdates){let ye=it.data.subarray(Nt*ue/it.data.BYTES_PER_ELEMENT,(Nt+1)*ue/it.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ft,0,0,Nt,it.width,it.height,1,gt,ye)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ft,0,0,0,it.width,it.height,st.depth,gt,it.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ft,rt,it.width,it.height,st.depth,0,it.data,0,0);else ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else Mt?Qt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ft,0,0,0,it.width,it.height,st.depth,gt,k,it.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ft,rt,it.width,it.height,st.depth,0,gt,k,it.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{Mt&&Ct&&e.texStorage2D(i.TEXTURE_2D,he,rt,Rt[0].width,Rt[0].height);for(let ft=0,$t=Rt.length;ft<$t;ft++)it=Rt[ft],b.format!==Ji?gt!==null?Mt?Qt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ft,0,0,it.width,it.height,gt,it.data):e.compressedTexImage2D(i.TEXTURE_2D,ft,rt,it.width,it.height,0,it.data):ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):Mt?Qt&&e.texSubImage2D(i.TEXTURE_2D,ft,0,0,it.width,it.height,gt,k,it.data):e.texImage2D(i.TEXTURE_2D,ft,rt,it.width,it.height,0,gt,k,it.data)}else if(b.isDataArrayTexture)if(Mt){if(Ct&&e.texStorage3D(i.TEXTURE_2D_ARRAY,he,rt,st.width,st.height,st.depth),Qt)if(b.layerUpdates.size>0){let ft=yp(st.width,st.height,b.format,b.type);for(let $t of b.layerUpdates){let ue=st.data.subarray($t*ft/st.data.BYTES_PER_ELEMENT,($t+1)*ft/st.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,$t,st.width,st.height,1,gt,k,ue)}b.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,st.width,st.height,st.depth,gt,k,st.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,st.width,st.height,st.depth,0,gt,k,st.data);else if(b.isData3DTexture)Mt?(Ct&&e.texStorage3D(i.TEXTURE_3D,he,rt,st.width,st.height,st.depth),Qt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,st.width,st.height,st.depth,gt,k,st.data)):e.texImage3D(i.TEXTURE_3D,0,rt,st.width,st.height,st.depth,0,gt,k,st.data);else if(b.isFramebufferTexture){if(Ct)if(Mt)e.texStorage2D(i.TEXTURE_2D,he,rt,st.width,st.height);else{let ft=st.width,$t=st.height;for(let ue=0;ue<he;ue++)e.texImage2D(i.TEXTURE_2D,ue,rt,ft,$t,0,gt,k,null),ft>>=1,$t>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in i){let ft=i.canvas;if(ft.hasAttribute("layoutsubtree")||ft.setAttribute("layoutsubtree","true"),st.parentNode!==ft){ft.appendChild(st),u.add(b),ft.onpaint=$t=>{let ue=$t.changedElements;for(let Nt of u)ue.includes(Nt.image)&&(Nt.needsUpdate=!0)},ft.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,st);else{let ue=i.RGBA,Nt=i.RGBA,ye=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,ue,Nt,ye,st)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Rt.length>0){if(Mt&&Ct){let ft=ee(Rt[0]);e.texStorage2D(i.TEXTURE_2D,he,rt,ft.width,ft.height)}for(let ft=0,$t=Rt.length;ft<$t;ft++)it=Rt[ft],Mt?Qt&&e.texSubImage2D(i.TEXTURE_2D,ft,0,0,gt,k,it):e.texImage2D(i.TEXTURE_2D,ft,rt,gt,k,it);b.generateMipmaps=!1}else if(Mt){if(Ct){let ft=ee(st);e.texStorage2D(i.TEXTURE_2D,he,rt,ft.width,ft.height)}Qt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,gt,k,st)}else e.texImage2D(i.TEXTURE_2D,0,rt,gt,k,st);S(b)&&b.mipmapsAutoUpdate===!0&&M(dt),Et.__version=St.version,b.onUpdate&&b.onUpdate(b)}P.__version=b.version}function Bt(P,b,q){if(b.image.length!==6)return;let dt=se(P,b),at=b.source;e.bindTexture(i.TEXTURE_CUBE_MAP,P.__webglTexture,i.TEXTURE0+q);let St=n.get(at);if(at.version!==St.__version||dt===!0){e.activeTexture(i.TEXTURE0+q);let Et=Re.getPrimaries(Re.workingColorSpace),nt=b.colorSpace===zs?null:Re.getPrimaries(b.colorSpace),st=b.colorSpace===zs||Et===nt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,st);let gt=b.isCompressedTexture||b.image[0].isCompressedTexture,k=b.image[0]&&b.image[0].isDataTexture,rt=[];for(let Nt=0;Nt<6;Nt++)!gt&&!k?rt[Nt]=v(b.image[Nt],!0,s.maxCubemapSize):rt[Nt]=k?b.image[Nt].image:b.image[Nt],rt[Nt]=Kt(b,rt[Nt]);let it=rt[0],Rt=r.convert(b.format,b.colorSpace),Mt=r.convert(b.type),Ct=T(b.internalFormat,Rt,Mt,b.normalized,b.colorSpace),Qt=b.isVideoTexture!==!0,he=St.__version===void 0||dt===!0,ft=at.dataReady,$t=w(b,it);ae(i.TEXTURE_CUBE_MAP,b);let ue;if(b.isDepthTexture){if(Ct=x(b.format===ks,b.type),he)if(Qt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Ct,it.width,it.height);else for(let Nt=0;Nt<6;Nt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,it.width,it.height,0,Rt,Mt,null)}else if(gt){Qt&&he&&e.texStorage2D(i.TEXTURE_CUBE_MAP,$t,Ct,it.width,it.height);for(let Nt=0;Nt<6;Nt++){ue=rt[Nt].mipmaps;for(let ye=0;ye<ue.length;ye++){let Ke=ue[ye];b.format!==Ji?Rt!==null?Qt?ft&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,0,0,Ke.width,Ke.height,Rt,Ke.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,Ct,Ke.width,Ke.height,0,Ke.data):ne("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Qt?ft&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,0,0,Ke.width,Ke.height,Rt,Mt,Ke.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,Ct,Ke.width,Ke.height,0,Rt,Mt,Ke.data)}}}else{if(ue=b.mipmaps,Qt&&he){ue.length>0&&$t++;let Nt=ee(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,$t,Ct,Nt.width,Nt.height)}for(let Nt=0;Nt<6;Nt++)if(k){Qt?ft&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,rt[Nt].width,rt[Nt].height,Rt,Mt,rt[Nt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,rt[Nt].width,rt[Nt].height,0,Rt,Mt,rt[Nt].data);for(let ye=0;ye<ue.length;ye++){let jn=ue[ye].image[Nt].image;Qt?ft&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,0,0,jn.width,jn.height,Rt,Mt,jn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,Ct,jn.width,jn.height,0,Rt,Mt,jn.data)}}else{Qt?ft&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,Rt,Mt,rt[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Ct,Rt,Mt,rt[Nt]);for(let ye=0;ye<ue.length;ye++){let Ke=ue[ye];Qt?ft&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,0,0,Rt,Mt,Ke.image[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,Ct,Rt,Mt,Ke.image[Nt])}}}S(b)&&b.mipmapsAutoUpdate===!0&&M(i.TEXTURE_CUBE_MAP),St.__version=at.version,b.onUpdate&&b.onUpdate(b)}P.__version=b.version}function Dt(P,b,q,dt,at,St){let Et=r.convert(q.format,q.colorSpace),nt=r.convert(q.type),st=T(q.internalFormat,Et,nt,q.normalized,q.colorSpace),gt=n.get(b),k=n.get(q);if(k.__renderTarget=b,!gt.__hasExternalTextures){let rt=Math.max(1,b.width>>St),it=Math.max(1,b.height>>St);at===i.TEXTURE_3D||at===i.TEXTURE_2D_ARRAY?e.texImage3D(at,St,st,rt,it,b.depth,0,Et,nt,null):e.texImage2D(at,St,st,rt,it,0,Et,nt,null)}e.bindFramebuffer(i.FRAMEBUFFER,P),At(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,at,k.__webglTexture,0,fe(b)):(at===i.TEXTURE_2D||at>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&at<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,dt,at,k.__webglTexture,St),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ie(P,b,q){if(i.bindRenderbuffer(i.RENDERBUFFER,P),b.depthBuffer){let dt=b.depthTexture,at=dt&&dt.isDepthTexture?dt.type:null,St=x(b.stencilBuffer,at),Et=b.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;At(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,fe(b),St,b.width,b.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,fe(b),St,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,St,b.width,b.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Et,i.RENDERBUFFER,P)}else{let dt=b.textures;for(let at=0;at<dt.length;at++){let St=dt[at],Et=r.convert(St.format,St.colorSpace),nt=r.convert(St.type),st=T(St.internalFormat,Et,nt,St.normalized,St.colorSpace);At(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,fe(b),st,b.width,b.height):q?i.renderbufferStorageMultisample(i.RENDERBUFFER,fe(b),st,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,st,b.width,b.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function kt(P,b,q){let dt=b.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,P),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let at=n.get(b.depthTexture);at.__renderTarget=b;let St=dt?b.depthTexture.image[0]:b.depthTexture.image;(!at.__webglTexture||St.width!==b.width||St.height!==b.height)&&(St.width=b.width,St.height=b.height,b.depthTexture.needsUpdate=!0),dt?wt(b.depthTexture,0):_t(b.depthTexture,0);let Et=at.__webglTexture,nt=fe(b),st=dt?i.TEXTURE_CUBE_MAP_POSITIVE_X+q:i.TEXTURE_2D,gt=b.depthTexture.format===ks?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(b.depthTexture.format===Us)At(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Et,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Et,0);else if(b.depthTexture.format===ks)At(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Et,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Et,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function xe(P){let b=n.get(P),q=P.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==P.depthTexture){let dt=P.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),dt){let at=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,dt.removeEventListener("dispose",at)};dt.addEventListener("dispose",at),b.__depthDisposeCallback=at}b.__boundDepthTexture=dt}if(P.depthTexture&&!b.__autoAllocateDepthBuffer)if(q)for(let dt=0;dt<6;dt++)kt(b.__webglFramebuffer[dt],P,dt);else P.texture.mipmaps.length>0?kt(b.__webglFramebuffer[0],P,0):kt(b.__webglFramebuffer,P,0);else if(q){b.__webglDepthbuffer=[];for(let dt=0;dt<6;dt++)if(e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[dt]),b.__webglDepthbuffer[dt]===void 0)b.__webglDepthbuffer[dt]=i.createRenderbuffer(),ie(b.__webglDepthbuffer[dt],P,!1);else{let at=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,St=b.__webglDepthbuffer[dt];i.bindRenderbuffer(i.RENDERBUFFER,St),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,St)}}else if(P.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=i.createRenderbuffer(),ie(b.__webglDepthbuffer,P,!1);else{let at=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,St=b.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,St),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,St)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function me(P,b,q){let dt=n.get(P);b!==void 0&&Dt(dt.__webglFramebuffer,P,P.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),q!==void 0&&xe(P)}function Me(P){let b=P.texture,q=n.get(P),dt=n.get(b);P.addEventListener("dispose",G),F(P);let at=P.textures,St=P.isWebGLCubeRenderTarget===!0,Et=at.length>1;if(Et||(dt.__webglTexture===void 0&&(dt.__webglTexture=i.createTexture()),dt.__version=b.version,o.memory.textures++),St){q.__webglFramebuffer=[];for(let nt=0;nt<6;nt++)if(b.mipmaps.length>0){q.__webglFramebuffer[nt]=[];for(let st=0;st<b.mipmaps.length;st++)q.__webglFramebuffer[nt][st]=i.createFramebuffer()}else q.__webglFramebuffer[nt]=i.createFramebuffer()}else{if(b.mipmaps.length>0){q.__webglFramebuffer=[];for(let nt=0;nt<b.mipmaps.length;nt++)q.__webglFramebuffer[nt]=i.createFramebuffer()}else q.__webglFramebuffer=i.createFramebuffer();if(Et)for(let nt=0,st=at.length;nt<st;nt++){let gt=n.get(at[nt]);gt.__webglTexture===void 0&&(gt.__webglTexture=i.createTexture(),o.memory.textures++)}if(P.samples>0&&At(P)===!1){q.__webglMultisampledFramebuffer=i.createFramebuffer(),q.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,q.__webglMultisampledFramebuffer);for(let nt=0;nt<at.length;nt++){let st=at[nt];q.__webglColorRenderbuffer[nt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,q.__webglColorRenderbuffer[nt]);let gt=r.convert(st.format,st.colorSpace),k=r.convert(st.type),rt=T(st.internalFormat,gt,k,st.normalized,st.colorSpace,P.isXRRenderTarget===!0),it=fe(P);i.renderbufferStorageMultisample(i.RENDERBUFFER,it,rt,P.width,P.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+nt,i.RENDERBUFFER,q.__webglColorRenderbuffer[nt])}i.bindRenderbuffer(i.RENDERBUFFER,null),P.depthBuffer&&(q.__webglDepthRenderbuffer=i.createRenderbuffer(),ie(q.__webglDepthRenderbuffer,P,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(St){e.bindTexture(i.TEXTURE_CUBE_MAP,dt.__webglTexture),ae(i.TEXTURE_CUBE_MAP,b);for(let nt=0;nt<6;nt++)if(b.mipmaps.length>0)for(let st=0;st<b.mipmaps.length;st++)Dt(q.__webglFramebuffer[nt][st],P,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,st);else Dt(q.__webglFramebuffer[nt],P,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,0);S(b)?M(i.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),e.unbindTexture()}else if(Et){for(let nt=0,st=at.length;nt<st;nt++){let gt=at[nt],k=n.get(gt),rt=i.TEXTURE_2D;(P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(rt=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,k.__webglTexture),ae(rt,gt),Dt(q.__webglFramebuffer,P,gt,i.COLOR_ATTACHMENT0+nt,rt,0),S(gt)&&M(rt)}e.unbindTexture()}else{let nt=i.TEXTURE_2D;if((P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(nt=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(nt,dt.__webglTexture),ae(nt,b),b.mipmaps.length>0)for(let st=0;st<b.mipmaps.length;st++)Dt(q.__webglFramebuffer[st],P,b,i.COLOR_ATTACHMENT0,nt,st);else Dt(q.__webglFramebuffer,P,b,i.COLOR_ATTACHMENT0,nt,0);S(b)?M(nt):b.mipmaps.length>0&&i.texParameteri(nt,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),e.unbindTexture()}P.depthBuffer&&xe(P)}function O(P){let b=P.textures;for(let q=0,dt=b.length;q<dt;q++){let at=b[q];if(S(at)&&at.mipmapsAutoUpdate===!0){let St=R(P),Et=n.get(at).__webglTexture;e.bindTexture(St,Et),M(St),e.unbindTexture()}}}let bt=[];function Yt(P){if(P.samples>0){if(At(P)===!1){let b=P.textures,q=P.width,dt=P.height,at=i.COLOR_BUFFER_BIT,St=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Et=n.get(P),nt=b.length>1;if(nt)for(let gt=0;gt<b.length;gt++)e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Et.__webglMultisampledFramebuffer),P.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglFramebuffer);for(let gt=0;gt<b.length;gt++){if(P.resolveDepthBuffer&&(P.depthBuffer&&(at|=i.DEPTH_BUFFER_BIT),P.stencilBuffer&&P.resolveStencilBuffer&&(at|=i.STENCIL_BUFFER_BIT)),nt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Et.__webglColorRenderbuffer[gt]);let k=n.get(b[gt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,k,0)}i.blitFramebuffer(0,0,q,dt,0,0,q,dt,at,i.NEAREST),l===!0&&(bt.length=0,bt.push(i.COLOR_ATTACHMENT0+gt),P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&bt.push(St),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,bt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),nt)for(let gt=0;gt<b.length;gt++){e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,Et.__webglColorRenderbuffer[gt]);let k=n.get(b[gt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,k,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglMultisampledFramebuffer)}else if(P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&l){let b=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[b])}}}function fe(P){return Math.min(s.maxSamples,P.samples)}function At(P){let b=n.get(P);return P.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function ze(P){let b=o.render.frame;h.get(P)!==b&&(h.set(P,b),P.update())}function Kt(P,b){let q=P.colorSpace,dt=P.format,at=P.type;return P.isCompressedTexture===!0||P.isVideoTexture===!0||q!==Xa&&q!==zs&&(Re.getTransfer(q)===Ve?(dt!==Ji||at!==hi)&&ne("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ce("WebGLTextures: Unsupported texture color space:",q)),b}function ee(P){return typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement?(c.width=P.naturalWidth||P.width,c.height=P.naturalHeight||P.height):typeof VideoFrame<"u"&&P instanceof VideoFrame?(c.width=P.displayWidth,c.height=P.displayHeight):(c.width=P.width,c.height=P.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=J,this.getTextureUnits=et,this.setTextureUnits=ut,this.setTexture2D=_t,this.setTexture2DArray=yt,this.setTexture3D=Lt,this.setTextureCube=wt,this.rebindTextures=me,this.setupRenderTarget=Me,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=Yt,this.setupDepthRenderbuffer=xe,this.setupFrameBufferTexture=Dt,this.useMultisampledRTT=At,this.dispose=H}function bE(i,t){function e(n,s=zs){let r,o=Re.getTransfer(s);if(n===hi)return i.UNSIGNED_BYTE;if(n===Dh)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Nh)return i.UNSIGNED_SHORT_5_5_5_1;if(n===ep)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===np)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Qd)return i.BYTE;if(n===tp)return i.SHORT;if(n===Ko)return i.UNSIGNED_SHORT;if(n===Lh)return i.INT;if(n===Ki)return i.UNSIGNED_INT;if(n===Ni)return i.FLOAT;if(n===ji)return i.HALF_FLOAT;if(n===ip)return i.ALPHA;if(n===sp)return i.RGB;if(n===Ji)return i.RGBA;if(n===Us)return i.DEPTH_COMPONENT;if(n===ks)return i.DEPTH_STENCIL;if(n===Uh)return i.RED;if(n===Oh)return i.RED_INTEGER;if(n===xr)return i.RG;if(n===Fh)return i.RG_INTEGER;if(n===Bh)return i.RGBA_INTEGER;if(n===Rl||n===Pl||n===Il||n===Ll)if(o===Ve)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Rl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Pl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Il)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ll)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Rl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Pl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Il)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ll)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===kh||n===zh||n===Vh||n===Gh)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===kh)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===zh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Vh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Gh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Hh||n===Wh||n===Xh||n===qh||n===Yh||n===Dl||n===$h)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Hh||n===Wh)return o===Ve?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Xh)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===qh)return r.COMPRESSED_R11_EAC;if(n===Yh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Dl)return r.COMPRESSED_RG11_EAC;if(n===$h)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Zh||n===Kh||n===jh||n===Jh||n===Qh||n===tu||n===eu||n===nu||n===iu||n===su||n===ru||n===ou||n===au||n===lu)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Zh)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Kh)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===jh)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Jh)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Qh)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===tu)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===eu)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===nu)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===iu)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===su)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===ru)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===ou)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===au)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===lu)return o===Ve?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===cu||n===hu||n===uu)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===cu)return o===Ve?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===hu)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===uu)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===fu||n===du||n===Nl||n===pu)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===fu)return r.COMPRESSED_RED_RGTC1_EXT;if(n===du)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Nl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===pu)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Gr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var SE=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,wE=`
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

}`,Cp=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new il(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Di({vertexShader:SE,fragmentShader:wE,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new bn(new Nr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Rp=class extends Xi{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,f=null,d=null,p=null,_=typeof XRWebGLBinding<"u",m=new Cp,g={},v=e.getContextAttributes(),S=null,M=null,R=[],T=[],x=new pt,w=null,F=null,D=new si;D.viewport=new Ge;let L=new si;L.viewport=new Ge;let G=[D,L],W=new Th,N=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let _t=R[Q];return _t===void 0&&(_t=new Bo,R[Q]=_t),_t.getTargetRaySpace()},this.getControllerGrip=function(Q){let _t=R[Q];return _t===void 0&&(_t=new Bo,R[Q]=_t),_t.getGripSpace()},this.getHand=function(Q){let _t=R[Q];return _t===void 0&&(_t=new Bo,R[Q]=_t),_t.getHandSpace()};function Y(Q){let _t=T.indexOf(Q.inputSource);if(_t===-1)return;let yt=R[_t];yt!==void 0&&(yt.update(Q.inputSource,Q.frame,c||o),yt.dispatchEvent({type:Q.type,data:Q.inputSource}))}function V(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",ct);for(let Q=0;Q<R.length;Q++){let _t=T[Q];_t!==null&&(T[Q]=null,R[Q].disconnect(_t))}N=null,H=null,m.reset();for(let Q in g)delete g[Q];if(t.setRenderTarget(S),d=null,f=null,u=null,s=null,M=null,ht.stop(),n.isPresenting=!1,t.setPixelRatio(w),t.setSize(x.width,x.height,!1),F!==null){let Q=F.camera;Q.fov=F.fov,Q.zoom=F.zoom,Q.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&ne("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&ne("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return f!==null?f:d},this.getBinding=function(){return u===null&&_&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(S=t.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",V),s.addEventListener("inputsourceschange",ct),v.xrCompatible!==!0&&await e.makeXRCompatible(),w=t.getPixelRatio(),t.getSize(x),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let yt=null,Lt=null,wt=null;v.depth&&(wt=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,yt=v.stencil?ks:Us,Lt=v.stencil?Gr:Ki);let Gt={colorFormat:e.RGBA8,depthFormat:wt,scaleFactor:r};u=this.getBinding(),f=u.createProjectionLayer(Gt),s.updateRenderState({layers:[f]}),t.setPixelRatio(1),t.setSize(f.textureWidth,f.textureHeight,!1),M=new bi(f.textureWidth,f.textureHeight,{format:Ji,type:hi,depthTexture:new Fs(f.textureWidth,f.textureHeight,Lt,void 0,void 0,void 0,void 0,void 0,void 0,yt),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}else{let yt={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,yt),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),M=new bi(d.framebufferWidth,d.framebufferHeight,{format:Ji,type:hi,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}M.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ct(Q){for(let _t=0;_t<Q.removed.length;_t++){let yt=Q.removed[_t],Lt=T.indexOf(yt);Lt>=0&&(T[Lt]=null,R[Lt].disconnect(yt))}for(let _t=0;_t<Q.added.length;_t++){let yt=Q.added[_t],Lt=T.indexOf(yt);if(Lt===-1){for(let Gt=0;Gt<R.length;Gt++)if(Gt>=T.length){T.push(yt),Lt=Gt;break}else if(T[Gt]===null){T[Gt]=yt,Lt=Gt;break}if(Lt===-1)break}let wt=R[Lt];wt&&wt.connect(yt)}}function $(Q,_t){_t===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(_t.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let _t=Q.near,yt=Q.far;m.texture!==null&&(m.depthNear>0&&(_t=m.depthNear),m.depthFar>0&&(yt=m.depthFar)),W.near=L.near=D.near=_t,W.far=L.far=D.far=yt,(N!==W.near||H!==W.far)&&(s.updateRenderState({depthNear:W.near,depthFar:W.far}),N=W.near,H=W.far),W.layers.mask=Q.layers.mask|6,D.layers.mask=W.layers.mask&-5,L.layers.mask=W.layers.mask&-3;let Lt=Q.parent,wt=W.cameras;$(W,Lt);for(let Gt=0;Gt<wt.length;Gt++)$(wt[Gt],Lt);W.projectionMatrix.copy(D.projectionMatrix),W.projectionMatrixInverse.copy(D.projectionMatrixInverse),F===null&&Q.isPerspectiveCamera&&(F={camera:Q,fov:Q.fov,zoom:Q.zoom}),J(Q,W,Lt)};function J(Q,_t,yt){yt===null?Q.matrix.copy(_t.matrixWorld):(Q.matrix.copy(yt.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(_t.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(_t.projectionMatrix),Q.projectionMatrixInverse.copy(_t.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=Uo*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(f===null&&d===null))return l},this.setFoveation=function(Q){l=Q,f!==null&&(f.fixedFoveation=Q),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(W)},this.getCameraTexture=function(Q){return g[Q]};let et=null;function ut(Q,_t){if(h=_t.getViewerPose(c||o),p=_t,h!==null){let yt=h.views;d!==null&&(t.setRenderTargetFramebuffer(M,d.framebuffer),t.setRenderTarget(M));let Lt=!1;yt.length!==W.cameras.length&&(W.cameras.length=0,Lt=!0);for(let Jt=0;Jt<yt.length;Jt++){let ae=yt[Jt],se=null;if(d!==null)se=d.getViewport(ae);else{let vt=u.getViewSubImage(f,ae);se=vt.viewport,Jt===0&&(t.setRenderTargetTextures(M,vt.colorTexture,vt.depthStencilTexture),t.setRenderTarget(M))}let ot=G[Jt];ot===void 0&&(ot=new si,ot.layers.enable(Jt),ot.viewport=new Ge,G[Jt]=ot),ot.matrix.fromArray(ae.transform.matrix),ot.matrix.decompose(ot.position,ot.quaternion,ot.scale),ot.projectionMatrix.fromArray(ae.projectionMatrix),ot.projectionMatrixInverse.copy(ot.projectionMatrix).invert(),ot.viewport.set(se.x,se.y,se.width,se.height),Jt===0&&(W.matrix.copy(ot.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),Lt===!0&&W.cameras.push(ot)}let wt=s.enabledFeatures;if(wt&&wt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){u=n.getBinding();let Jt=u.getDepthInformation(yt[0]);Jt&&Jt.isValid&&Jt.texture&&m.init(Jt,s.renderState)}if(wt&&wt.includes("camera-access")&&_){t.state.unbindTexture(),u=n.getBinding();for(let Jt=0;Jt<yt.length;Jt++){let ae=yt[Jt].camera;if(ae){let se=g[ae];se||(se=new il,g[ae]=se);let ot=u.getCameraImage(ae);se.sourceTexture=ot}}}}for(let yt=0;yt<R.length;yt++){let Lt=T[yt],wt=R[yt];Lt!==null&&wt!==void 0&&wt.update(Lt,_t,c||o)}et&&et(Q,_t),_t.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:_t}),p=null}let ht=new y_;ht.setAnimationLoop(ut),this.setAnimationLoop=function(Q){et=Q},this.dispose=function(){}}},AE=new qt,R_=new ge;R_.set(-1,0,0,0,1,0,0,0,1);function EE(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,gp(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,v,S,M){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),f(m,g),g.isMeshPhysicalMaterial&&d(m,g,M)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),_(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,v,S):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===oi&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===oi&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let v=t.get(g),S=v.envMap,M=v.envMapRotation;S&&(m.envMap.value=S,m.envMapRotation.value.setFromMatrix4(AE.makeRotationFromEuler(M)).transpose(),S.isCubeTexture&&S.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(R_),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,v,S){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*v,m.scale.value=S*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function f(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function d(m,g,v){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===oi&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=v.texture,m.transmissionSamplerSize.value.set(v.width,v.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function _(m,g){let v=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(v.matrixWorld),m.nearDistance.value=v.shadow.camera.near,m.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function TE(i,t,e,n){let s={},r={};function o(v,S){let M=S.program;n.uniformBlockBinding(v,M,s[v.id])}function a(v,S){let M=s[v.id];M===void 0&&(p(v),M=l(v),s[v.id]=M,v.addEventListener("dispose",m));let R=S.program;n.updateUBOMapping(v,R);let T=t.render.frame;r[v.id]!==T&&(c(v),r[v.id]=T)}function l(v){let S=i.createBuffer(),M=v.__size,R=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,S),i.bufferData(i.UNIFORM_BUFFER,M,R),i.bindBuffer(i.UNIFORM_BUFFER,null),S}function c(v){let S=s[v.id],M=v.uniforms,R=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,S);for(let T=0,x=M.length;T<x;T++){let w=M[T];if(Array.isArray(w))for(let F=0,D=w.length;F<D;F++)h(w[F],T,F,R);else h(w,T,0,R)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(v,S,M,R){if(f(v,S,M,R)===!0){let T=v.__offset,x=v.value;if(Array.isArray(x)){let w=0;for(let F=0;F<x.length;F++){let D=x[F],L=_(D,!0);u(D,v.__data,w),w+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else u(x,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,v.__data)}}function u(v,S,M){typeof v=="number"||typeof v=="boolean"?S[M]=v:v.isMatrix3?(S[M]=v.elements[0],S[M+1]=v.elements[1],S[M+2]=v.elements[2],S[M+3]=0,S[M+4]=v.elements[3],S[M+5]=v.elements[4],S[M+6]=v.elements[5],S[M+7]=0,S[M+8]=v.elements[6],S[M+9]=v.elements[7],S[M+10]=v.elements[8],S[M+11]=0):ArrayBuffer.isView(v)?S.set(v.subarray(0,S.length-M),M):v.toArray(S,M)}function f(v,S,M,R){let T=v.value,x=S+"_"+M;if(Array.isArray(T)){R[x]===void 0&&(R[x]=[]);let w=R[x],F=!1;for(let D=0;D<T.length;D++)d(T[D],w,D)===!0&&(F=!0);return F}return d(T,R,x)}function d(v,S,M){if(S[M]===void 0)return typeof v=="number"||typeof v=="boolean"?S[M]=v:ArrayBuffer.isView(v)?S[M]=v.slice():S[M]=v.clone(),!0;{let R=S[M];if(typeof v=="number"||typeof v=="boolean"){if(R!==v)return S[M]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(R.equals(v)===!1)return R.copy(v),!0}}return!1}function p(v){let S=v.uniforms,M=0,R=16;for(let x=0,w=S.length;x<w;x++){let F=Array.isArray(S[x])?S[x]:[S[x]];for(let D=0,L=F.length;D<L;D++){let G=F[D],W=Array.isArray(G.value)?G.value:[G.value],N=Array.isArray(S[x])||Array.isArray(G.value),H=M;for(let V=0,ct=W.length;V<ct;V++){let $=W[V],J=_($,N),et=M%R,ut=et%J.boundary,ht=et+ut;M+=ut,ht!==0&&R-ht<J.storage&&(M+=R-ht),V===0&&(H=M),M+=J.storage}let Y=G.type==="int"?Int32Array:G.type==="uint"?Uint32Array:Float32Array;G.__data=new Y((M-H)/Float32Array.BYTES_PER_ELEMENT),G.__offset=H}}let T=M%R;return T>0&&(M+=R-T),v.__size=M,v.__cache={},this}function _(v,S){let M={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(M.boundary=4,M.storage=4):v.isVector2?(M.boundary=8,M.storage=8):v.isVector3||v.isColor?(M.boundary=16,M.storage=12):v.isVector4?(M.boundary=16,M.storage=16):v.isMatrix3?(M.boundary=16,M.storage=48):v.isMatrix4?(M.boundary=16,M.storage=64):v.isTexture?ne("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(M.boundary=16,M.storage=v.byteLength):ne("WebGLRenderer: Unsupported uniform value type.",v),S===!0&&(M.boundary=16,M.storage=Math.ceil(M.storage/16)*16),M}function m(v){let S=v.target;S.removeEventListener("dispose",m),i.deleteBuffer(s[S.id]),delete s[S.id],delete r[S.id]}function g(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:g}}var CE=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),_s=null;function RE(){return _s===null&&(_s=new Qa(CE,16,16,xr,ji),_s.name="DFG_LUT",_s.minFilter=ri,_s.magFilter=ri,_s.wrapS=fs,_s.wrapT=fs,_s.generateMipmaps=!1,_s.needsUpdate=!0),_s}var yu=class{constructor(t={}){let{canvas:e=V0(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:f=!1,outputBufferType:d=hi}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let _=d,m=new Set([Bh,Fh,Oh]),g=new Set([hi,Ki,Ko,Gr,Dh,Nh]),v=new Uint32Array(4),S=new Int32Array(4),M={textures:[],min:[],max:[],resolution:[]},R=null,T=null,x=[],w=[],F=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=gs,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let D=this,L=!1,G=null,W=null,N=null,H=null;this._outputColorSpace=Mi;let Y=0,V=0,ct=null,$=-1,J=null,et=new Ge,ut=new Ge,ht=null,Q=new Wt(0),_t=0,yt=e.width,Lt=e.height,wt=1,Gt=null,oe=null,Jt=new Ge(0,0,yt,Lt),ae=new Ge(0,0,yt,Lt),se=!1,ot=new ar,vt=new rh,xt=!1,Bt=!1,Dt=new qt,ie=new C,kt=new Ge,xe={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},me=!1;function Me(){return ct===null?wt:1}let O=n;function bt(E,z){return e.getContext(E,z)}let Yt,fe,At,ze,Kt,ee,P,b,q,dt,at,St,Et,nt,st,gt,k,rt,it,Rt,Mt,Ct,Qt;try{let E={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",$t,!1),e.addEventListener("webglcontextrestored",ue,!1),e.addEventListener("webglcontextcreationerror",Nt,!1),O===null){let z="webgl2";if(O=bt(z,E),O===null)throw bt(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}he()}catch(E){throw e.removeEventListener("webglcontextlost",$t,!1),e.removeEventListener("webglcontextrestored",ue,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),ce("WebGLRenderer: "+E.message),E}function he(){Yt=new z1(O),Yt.init(),Mt=new bE(O,Yt),fe=new R1(O,Yt,t,Mt),At=new vE(O,Yt),fe.reversedDepthBuffer&&f&&At.buffers.depth.setReversed(!0),W=O.createFramebuffer(),N=O.createFramebuffer(),H=O.createFramebuffer(),ze=new H1(O),Kt=new oE,ee=new ME(O,Yt,At,Kt,fe,Mt,ze),P=new k1(D),b=new Xb(O),Ct=new T1(O,b),q=new V1(O,b,ze,Ct),dt=new X1(O,q,b,Ct,ze),rt=new W1(O,fe,ee),st=new P1(Kt),at=new rE(D,P,Yt,fe,Ct,st),St=new EE(D,Kt),Et=new lE,nt=new pE(Yt),k=new E1(D,P,At,dt,p,l),gt=new yE(D,dt,fe),Qt=new TE(O,ze,fe,At),it=new C1(O,Yt,ze),Rt=new G1(O,Yt,ze),ze.programs=at.programs,D.capabilities=fe,D.extensions=Yt,D.properties=Kt,D.renderLists=Et,D.shadowMap=gt,D.state=At,D.info=ze}_!==hi&&(F=new Y1(_,e.width,e.height,a,s,r));let ft=new Rp(D,O);this.xr=ft,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let E=Yt.get("WEBGL_lose_context");E&&E.loseContext()},this.forceContextRestore=function(){let E=Yt.get("WEBGL_lose_context");E&&E.restoreContext()},this.getPixelRatio=function(){return wt},this.setPixelRatio=function(E){E!==void 0&&(wt=E,this.setSize(yt,Lt,!1))},this.getSize=function(E){return E.set(yt,Lt)},this.setSize=function(E,z,tt=!0){if(ft.isPresenting){ne("WebGLRenderer: Can't change size while VR device is presenting.");return}yt=E,Lt=z,e.width=Math.floor(E*wt),e.height=Math.floor(z*wt),tt===!0&&(e.style.width=E+"px",e.style.height=z+"px"),F!==null&&F.setSize(e.width,e.height),this.setViewport(0,0,E,z)},this.getDrawingBufferSize=function(E){return E.set(yt*wt,Lt*wt).floor()},this.setDrawingBufferSize=function(E,z,tt){yt=E,Lt=z,wt=tt,e.width=Math.floor(E*tt),e.height=Math.floor(z*tt),this.setViewport(0,0,E,z)},this.setEffects=function(E){if(_===hi){ce("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(E){for(let z=0;z<E.length;z++)if(E[z].isOutputPass===!0){ne("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(E||[])},this.getCurrentViewport=function(E){return E.copy(et)},this.getViewport=function(E){return E.copy(Jt)},this.setViewport=function(E,z,tt,Z){E.isVector4?Jt.set(E.x,E.y,E.z,E.w):Jt.set(E,z,tt,Z),At.viewport(et.copy(Jt).multiplyScalar(Me()).round())},this.getScissor=function(E){return E.copy(ae)},this.setScissor=function(E,z,tt,Z){E.isVector4?ae.set(E.x,E.y,E.z,E.w):ae.set(E,z,tt,Z),At.scissor(ut.copy(ae).multiplyScalar(Me()).round())},this.getScissorTest=function(){return se},this.setScissorTest=function(E){At.setScissorTest(se=E)},this.setOpaqueSort=function(E){Gt=E},this.setTransparentSort=function(E){oe=E},this.getClearColor=function(E){return E.copy(k.getClearColor())},this.setClearColor=function(){k.setClearColor(...arguments)},this.getClearAlpha=function(){return k.getClearAlpha()},this.setClearAlpha=function(){k.setClearAlpha(...arguments)},this.clear=function(E=!0,z=!0,tt=!0){let Z=0;if(E){let K=!1;if(ct!==null){let Pt=ct.texture.format;K=m.has(Pt)}if(K){let Pt=ct.texture.type,Ot=g.has(Pt),It=k.getClearColor(),Ft=k.getClearAlpha(),jt=It.r,de=It.g,Ae=It.b;Ot?(v[0]=jt,v[1]=de,v[2]=Ae,v[3]=Ft,O.clearBufferuiv(O.COLOR,0,v)):(S[0]=jt,S[1]=de,S[2]=Ae,S[3]=Ft,O.clearBufferiv(O.COLOR,0,S))}else Z|=O.COLOR_BUFFER_BIT}z&&(Z|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),tt&&(Z|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Z!==0&&O.clear(Z)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(E){E.setRenderer(this),G=E},this.dispose=function(){e.removeEventListener("webglcontextlost",$t,!1),e.removeEventListener("webglcontextrestored",ue,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),k.dispose(),Et.dispose(),nt.dispose(),ee.dispose(),Kt.dispose(),P.dispose(),dt.dispose(),q.dispose(),Ct.dispose(),Qt.dispose(),at.dispose(),ft.dispose(),ft.removeEventListener("sessionstart",pc),ft.removeEventListener("sessionend",ss),ws.stop()};function $t(E){E.preventDefault(),$a("WebGLRenderer: Context Lost."),L=!0}function ue(){$a("WebGLRenderer: Context Restored."),L=!1;let E=ze.autoReset,z=gt.enabled,tt=gt.autoUpdate,Z=gt.needsUpdate,K=gt.type;he(),ze.autoReset=E,gt.enabled=z,gt.autoUpdate=tt,gt.needsUpdate=Z,gt.type=K}function Nt(E){ce("WebGLRenderer: A WebGL context could not be created. Reason: ",E.statusMessage)}function ye(E){let z=E.target;z.removeEventListener("dispose",ye),Ke(z)}function Ke(E){jn(E),Kt.remove(E)}function jn(E){let z=Kt.get(E).programs;z!==void 0&&(z.forEach(function(tt){at.releaseProgram(tt)}),E.isShaderMaterial&&at.releaseShaderCache(E))}this.renderBufferDirect=function(E,z,tt,Z,K,Pt){z===null&&(z=xe);let Ot=K.isMesh&&K.matrixWorld.determinantAffine()<0,It=Ea(E,z,tt,Z,K);At.setMaterial(Z,Ot);let Ft=tt.index,jt=1;if(Z.wireframe===!0){if(Ft=q.getWireframeAttribute(tt),Ft===void 0)return;jt=2}let de=tt.drawRange,Ae=tt.attributes.position,Zt=de.start*jt,Ee=(de.start+de.count)*jt;Pt!==null&&(Zt=Math.max(Zt,Pt.start*jt),Ee=Math.min(Ee,(Pt.start+Pt.count)*jt)),Ft!==null?(Zt=Math.max(Zt,0),Ee=Math.min(Ee,Ft.count)):Ae!=null&&(Zt=Math.max(Zt,0),Ee=Math.min(Ee,Ae.count));let rn=Ee-Zt;if(rn<0||rn===1/0)return;Ct.setup(K,Z,It,tt,Ft);let We,Xe=it;if(Ft!==null&&(We=b.get(Ft),Xe=Rt,Xe.setIndex(We)),K.isMesh)Z.wireframe===!0?(At.setLineWidth(Z.wireframeLinewidth*Me()),Xe.setMode(O.LINES)):Xe.setMode(O.TRIANGLES);else if(K.isLine){let wn=Z.linewidth;wn===void 0&&(wn=1),At.setLineWidth(wn*Me()),K.isLineSegments?Xe.setMode(O.LINES):K.isLineLoop?Xe.setMode(O.LINE_LOOP):Xe.setMode(O.LINE_STRIP)}else K.isPoints?Xe.setMode(O.POINTS):K.isSprite&&Xe.setMode(O.TRIANGLES);if(K.isBatchedMesh)if(Yt.get("WEBGL_multi_draw"))Xe.renderMultiDraw(K._multiDrawStarts,K._multiDrawCounts,K._multiDrawCount);else{let wn=K._multiDrawStarts,Ht=K._multiDrawCounts,_n=K._multiDrawCount,Ce=Ft?b.get(Ft).bytesPerElement:1,Es=Kt.get(Z).currentProgram.getUniforms();for(let xn=0;xn<_n;xn++)Es.setValue(O,"_gl_DrawID",xn),Xe.render(wn[xn]/Ce,Ht[xn])}else if(K.isInstancedMesh)Xe.renderInstances(Zt,rn,K.count);else if(tt.isInstancedBufferGeometry){let wn=tt._maxInstanceCount!==void 0?tt._maxInstanceCount:1/0,Ht=Math.min(tt.instanceCount,wn);Xe.renderInstances(Zt,rn,Ht)}else Xe.render(Zt,rn)};function Sa(E,z,tt,Z){G!==null&&E.isNodeMaterial&&G.setObject(Z,E),xt===!0&&st.setState(E,tt,!1),E.transparent===!0&&E.side===zn&&E.forceSinglePass===!1?(E.side=oi,E.needsUpdate=!0,rs(E,z,Z),E.side=_r,E.needsUpdate=!0,rs(E,z,Z),E.side=zn):rs(E,z,Z)}this.compile=function(E,z,tt=null){tt===null&&(tt=E),G!==null&&G.renderStart(E,z,tt),T=nt.get(tt),T.init(z),w.push(T),tt.traverseVisible(function(K){K.isLight&&K.layers.test(z.layers)&&(T.pushLight(K),K.castShadow&&T.pushShadow(K))}),E!==tt&&E.traverseVisible(function(K){K.isLight&&K.layers.test(z.layers)&&(T.pushLight(K),K.castShadow&&T.pushShadow(K))}),T.setupLights(),G!==null&&G.updateLights(T.state.lightsArray),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),xt===!0&&st.setGlobalState(this.clippingPlanes,z),G!==null&&gt.render(T.state.shadowsArray,tt,z);let Z=new Set;return E.traverse(function(K){if(!(K.isMesh||K.isPoints||K.isLine||K.isSprite))return;let Pt=K.material;if(Pt)if(Array.isArray(Pt))for(let Ot=0;Ot<Pt.length;Ot++){let It=Pt[Ot];Sa(It,tt,z,K),Z.add(It)}else Sa(Pt,tt,z,K),Z.add(Pt)}),T=w.pop(),G!==null&&G.renderEnd(),Z},this.compileAsync=function(E,z,tt=null){let Z=this.compile(E,z,tt);return new Promise(K=>{function Pt(){if(Z.forEach(function(Ot){let Ft=Kt.get(Ot).currentProgram;(Ft===void 0||Ft.isReady())&&Z.delete(Ot)}),Z.size===0){K(E);return}setTimeout(Pt,10)}Yt.get("KHR_parallel_shader_compile")!==null?Pt():setTimeout(Pt,10)})};let no=null;function $f(E){no&&no(E)}function pc(){ws.stop()}function ss(){ws.start()}let ws=new y_;ws.setAnimationLoop($f),typeof self<"u"&&ws.setContext(self),this.setAnimationLoop=function(E){no=E,ft.setAnimationLoop(E),E===null?ws.stop():ws.start()},ft.addEventListener("sessionstart",pc),ft.addEventListener("sessionend",ss),this.render=function(E,z){if(z!==void 0&&z.isCamera!==!0){ce("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;G!==null&&G.renderStart(E,z);let tt=ft.enabled===!0&&ft.isPresenting===!0,Z=F!==null&&(ct===null||tt)&&F.begin(D,ct);if(E.matrixWorldAutoUpdate===!0&&E.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),ft.enabled===!0&&ft.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(ft.cameraAutoUpdate===!0&&ft.updateCamera(z),z=ft.getCamera()),E.isScene===!0&&E.onBeforeRender(D,E,z,ct),T=nt.get(E,w.length),T.init(z),T.state.textureUnits=ee.getTextureUnits(),w.push(T),Dt.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?vt.setFromArrayCamera(z):ot.setFromProjectionMatrix(Dt,Li,z.reversedDepth),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),R=Et.get(E,x.length),R.init(),x.push(R),this.info.render.frame++,ft.enabled===!0&&ft.isPresenting===!0){let Ot=D.xr.getDepthSensingMesh();Ot!==null&&As(Ot,z,-1/0,D.sortObjects)}As(E,z,0,D.sortObjects),R.finish(),G!==null&&G.updateLights(T.state.lightsArray),D.sortObjects===!0&&R.sort(Gt,oe),me=ft.enabled===!1||ft.isPresenting===!1||ft.hasDepthSensing()===!1,me&&k.addToRenderList(R,E),this.info.autoReset===!0&&this.info.reset(),xt===!0&&st.beginShadows();let K=T.state.shadowsArray;if(gt.render(K,E,z),xt===!0&&st.endShadows(),(Z&&F.hasRenderPass())===!1){let Ot=R.opaque,It=R.transmissive;if(T.setupLights(),z.isArrayCamera){let Ft=z.cameras;if(It.length>0)for(let jt=0,de=Ft.length;jt<de;jt++){let Ae=Ft[jt];ki(Ot,It,E,Ae)}me&&k.render(E);for(let jt=0,de=Ft.length;jt<de;jt++){let Ae=Ft[jt];wa(R,E,Ae,Ae.viewport)}}else It.length>0&&ki(Ot,It,E,z),me&&k.render(E),wa(R,E,z)}ct!==null&&V===0&&(ee.updateMultisampleRenderTarget(ct),ee.updateRenderTargetMipmap(ct)),Z&&F.end(D),E.isScene===!0&&E.onAfterRender(D,E,z),Ct.resetDefaultState(),$=-1,J=null,w.pop(),w.length>0?(T=w[w.length-1],ee.setTextureUnits(T.state.textureUnits),xt===!0&&st.setGlobalState(D.clippingPlanes,T.state.camera)):T=null,x.pop(),x.length>0?R=x[x.length-1]:R=null,G!==null&&G.renderEnd()};function As(E,z,tt,Z){if(E.visible===!1)return;if(E.layers.test(z.layers)){if(E.isGroup)tt=E.renderOrder;else if(E.isLOD)E.autoUpdate===!0&&E.update(z);else if(E.isLight)T.pushLight(E),E.castShadow&&T.pushShadow(E);else if(E.isSprite){let Ot=z.isArrayCamera?vt:ot;if(!E.frustumCulled||E.intersectsFrustum(Ot)){Z&&kt.setFromMatrixPosition(E.matrixWorld).applyMatrix4(Dt);let It=dt.update(E),Ft=E.material;Ft.visible&&R.push(E,It,Ft,tt,kt.z,null,z)}}else if(E.isMesh||E.isLine||E.isPoints){let Ot=z.isArrayCamera?vt:ot;if(!E.frustumCulled||E.intersectsFrustum(Ot)){let It=dt.update(E),Ft=E.material;if(Z&&(E.boundingSphere!==void 0?(E.boundingSphere===null&&E.computeBoundingSphere(),kt.copy(E.boundingSphere.center)):(It.boundingSphere===null&&It.computeBoundingSphere(),kt.copy(It.boundingSphere.center)),kt.applyMatrix4(E.matrixWorld).applyMatrix4(Dt)),Array.isArray(Ft)){let jt=It.groups;for(let de=0,Ae=jt.length;de<Ae;de++){let Zt=jt[de],Ee=Ft[Zt.materialIndex];Ee&&Ee.visible&&R.push(E,It,Ee,tt,kt.z,Zt,z)}}else Ft.visible&&R.push(E,It,Ft,tt,kt.z,null,z)}}}let Pt=E.children;for(let Ot=0,It=Pt.length;Ot<It;Ot++)As(Pt[Ot],z,tt,Z)}function wa(E,z,tt,Z){let{opaque:K,transmissive:Pt,transparent:Ot}=E;T.setupLightsView(tt),xt===!0&&st.setGlobalState(D.clippingPlanes,tt),Z&&At.viewport(et.copy(Z)),K.length>0&&ln(K,z,tt),Pt.length>0&&ln(Pt,z,tt),Ot.length>0&&ln(Ot,z,tt),At.buffers.depth.setTest(!0),At.buffers.depth.setMask(!0),At.buffers.color.setMask(!0),At.setPolygonOffset(!1)}function ki(E,z,tt,Z){if((tt.isScene===!0?tt.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[Z.id]===void 0){let Zt=Yt.has("EXT_color_buffer_half_float")||Yt.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[Z.id]=new bi(1,1,{generateMipmaps:!0,type:Zt?ji:hi,minFilter:Bs,samples:Math.max(4,fe.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Re.workingColorSpace})}let Pt=T.state.transmissionRenderTarget[Z.id],Ot=Z.viewport||et;Pt.setSize(Ot.z*D.transmissionResolutionScale,Ot.w*D.transmissionResolutionScale);let It=D.getRenderTarget(),Ft=D.getActiveCubeFace(),jt=D.getActiveMipmapLevel();D.setRenderTarget(Pt),D.getClearColor(Q),_t=D.getClearAlpha(),_t<1&&D.setClearColor(16777215,.5),D.clear(),me&&k.render(tt);let de=D.toneMapping;D.toneMapping=gs;let Ae=Z.viewport;if(Z.viewport!==void 0&&(Z.viewport=void 0),T.setupLightsView(Z),xt===!0&&st.setGlobalState(D.clippingPlanes,Z),ln(E,tt,Z),ee.updateMultisampleRenderTarget(Pt),ee.updateRenderTargetMipmap(Pt),Yt.has("WEBGL_multisampled_render_to_texture")===!1){let Zt=!1;for(let Ee=0,rn=z.length;Ee<rn;Ee++){let We=z[Ee],{object:Xe,geometry:wn,material:Ht,group:_n}=We;if(Ht.side===zn&&Xe.layers.test(Z.layers)){let Ce=Ht.side;Ht.side=oi,Ht.needsUpdate=!0,dn(Xe,tt,Z,wn,Ht,_n),Ht.side=Ce,Ht.needsUpdate=!0,Zt=!0}}Zt===!0&&(ee.updateMultisampleRenderTarget(Pt),ee.updateRenderTargetMipmap(Pt))}D.setRenderTarget(It,Ft,jt),D.setClearColor(Q,_t),Ae!==void 0&&(Z.viewport=Ae),D.toneMapping=de}function ln(E,z,tt){let Z=z.isScene===!0?z.overrideMaterial:null;for(let K=0,Pt=E.length;K<Pt;K++){let Ot=E[K],{object:It,geometry:Ft,group:jt}=Ot,de=Ot.material;de.allowOverride===!0&&Z!==null&&(de=Z),It.layers.test(tt.layers)&&dn(It,z,tt,Ft,de,jt)}}function dn(E,z,tt,Z,K,Pt){G!==null&&K.isNodeMaterial&&G.setObject(E,K),E.onBeforeRender(D,z,tt,Z,K,Pt),E.modelViewMatrix.multiplyMatrices(tt.matrixWorldInverse,E.matrixWorld),E.normalMatrix.getNormalMatrix(E.modelViewMatrix),K.onBeforeRender(D,z,tt,Z,E,Pt),K.transparent===!0&&K.side===zn&&K.forceSinglePass===!1?(K.side=oi,K.needsUpdate=!0,D.renderBufferDirect(tt,z,Z,K,E,Pt),K.side=_r,K.needsUpdate=!0,D.renderBufferDirect(tt,z,Z,K,E,Pt),K.side=zn):D.renderBufferDirect(tt,z,Z,K,E,Pt),E.onAfterRender(D,z,tt,Z,K,Pt)}function pn(E){let z=0;for(let tt of E)tt.texture!==null&&z++;return z}function rs(E,z,tt){z.isScene!==!0&&(z=xe);let Z=Kt.get(E),K=T.state.lights,Pt=T.state.shadowsArray,Ot=K.state.version,It=at.getParameters(E,K.state,Pt,z,tt,T.state.lightProbeGridArray),Ft=at.getProgramCacheKey(It),jt=Z.programs;Z.environment=E.isMeshStandardMaterial||E.isMeshLambertMaterial||E.isMeshPhongMaterial?z.environment:null,Z.fog=z.fog;let de=E.isMeshStandardMaterial||E.isMeshLambertMaterial&&!E.envMap||E.isMeshPhongMaterial&&!E.envMap;Z.envMap=P.get(E.envMap||Z.environment,de),Z.envMapRotation=Z.environment!==null&&E.envMap===null?z.environmentRotation:E.envMapRotation,jt===void 0&&(E.addEventListener("dispose",ye),jt=new Map,Z.programs=jt,Z.programVariants=new Map);let Ae=jt.get(Ft);if(Ae!==void 0){if(Z.currentProgram===Ae&&Z.lightsStateVersion===Ot)return Aa(E,It),Ae}else It.uniforms=at.getUniforms(E),G!==null&&E.isNodeMaterial&&G.build(E,tt,It),E.onBeforeCompile(It,D),Ae=at.acquireProgram(It,Ft),jt.set(Ft,Ae),Z.uniforms=It.uniforms;let Zt=Z.uniforms;return(!E.isShaderMaterial&&!E.isRawShaderMaterial||E.clipping===!0)&&(Zt.clippingPlanes=st.uniform),Aa(E,It),Z.needsLights=Zs(E),Z.lightsStateVersion=Ot,Z.needsLights&&(Zt.ambientLightColor.value=K.state.ambient,Zt.lightProbe.value=K.state.probe,Zt.sunLights.value=K.state.sun,Zt.sunLightShadows.value=K.state.sunShadow,Zt.directionalLights.value=K.state.directional,Zt.directionalLightShadows.value=K.state.directionalShadow,Zt.spotLights.value=K.state.spot,Zt.spotLightShadows.value=K.state.spotShadow,Zt.rectAreaLights.value=K.state.rectArea,Zt.ltc_1.value=K.state.rectAreaLTC1,Zt.ltc_2.value=K.state.rectAreaLTC2,Zt.pointLights.value=K.state.point,Zt.pointLightShadows.value=K.state.pointShadow,Zt.hemisphereLights.value=K.state.hemi,Zt.sunShadowMatrix.value=K.state.sunShadowMatrix,Zt.sunShadowCascade.value=K.state.sunShadowCascade,Zt.directionalShadowMatrix.value=K.state.directionalShadowMatrix,Zt.spotLightMatrix.value=K.state.spotLightMatrix,Zt.spotLightMap.value=K.state.spotLightMap,Zt.pointShadowMatrix.value=K.state.pointShadowMatrix),Z.numLightProbeGrids=pn(T.state.lightProbeGridArray),Z.currentProgram=Ae,Z.uniformsList=null,Ae}function mi(E,z,tt,Z,K){let Pt=Kt.get(E),Ot=Pt.currentProgram.id+","+Z+","+K,It=Pt.programVariants.get(Ot);return It===void 0?(It=rs(E,z,tt),Pt.programVariants.set(Ot,It)):(Pt.currentProgram=It,Pt.uniformsList=null,Pt.outputColorSpace=Z,Pt.toneMapping=K),It}function $s(E){if(E.uniformsList===null){let z=E.currentProgram.getUniforms();E.uniformsList=jo.seqWithValue(z.seq,E.uniforms)}return E.uniformsList}function Aa(E,z){let tt=Kt.get(E);tt.outputColorSpace=z.outputColorSpace,tt.batching=z.batching,tt.batchingColor=z.batchingColor,tt.instancing=z.instancing,tt.instancingColor=z.instancingColor,tt.instancingMorph=z.instancingMorph,tt.skinning=z.skinning,tt.morphTargets=z.morphTargets,tt.morphNormals=z.morphNormals,tt.morphColors=z.morphColors,tt.morphTargetsCount=z.morphTargetsCount,tt.numClippingPlanes=z.numClippingPlanes,tt.numIntersection=z.numClipIntersection,tt.vertexAlphas=z.vertexAlphas,tt.vertexTangents=z.vertexTangents,tt.toneMapping=z.toneMapping}function Ea(E,z,tt,Z,K){z.isScene!==!0&&(z=xe),ee.resetTextureUnits();let Pt=z.fog,Ot=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial?z.environment:null,It=ct===null?D.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:Re.workingColorSpace,Ft=Z.isMeshStandardMaterial||Z.isMeshLambertMaterial&&!Z.envMap||Z.isMeshPhongMaterial&&!Z.envMap,jt=P.get(Z.envMap||Ot,Ft),de=Z.vertexColors===!0&&!!tt.attributes.color&&tt.attributes.color.itemSize===4,Ae=!!tt.attributes.tangent&&(!!Z.normalMap||Z.anisotropy>0),Zt=!!tt.morphAttributes.position,Ee=!!tt.morphAttributes.normal,rn=!!tt.morphAttributes.color,We=gs;Z.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(We=D.toneMapping);let Xe=tt.morphAttributes.position||tt.morphAttributes.normal||tt.morphAttributes.color,wn=Xe!==void 0?Xe.length:0,Ht=Kt.get(Z),_n=T.state.lights;if(xt===!0&&(Bt===!0||E!==J)){let qe=E===J&&Z.id===$;st.setState(Z,E,qe)}let Ce=!1,Es=!1;Z.version===Ht.__version?Ht.needsLights&&Ht.lightsStateVersion!==_n.state.version||K.isBatchedMesh&&Ht.batching===!1||!K.isBatchedMesh&&Ht.batching===!0||K.isBatchedMesh&&Ht.batchingColor===!0&&K._colorsTexture===null||K.isBatchedMesh&&Ht.batchingColor===!1&&K._colorsTexture!==null||K.isInstancedMesh&&Ht.instancing===!1||!K.isInstancedMesh&&Ht.instancing===!0||K.isSkinnedMesh&&Ht.skinning===!1||!K.isSkinnedMesh&&Ht.skinning===!0||K.isInstancedMesh&&Ht.instancingColor===!0&&K.instanceColor===null||K.isInstancedMesh&&Ht.instancingColor===!1&&K.instanceColor!==null||K.isInstancedMesh&&Ht.instancingMorph===!0&&K.morphTexture===null||K.isInstancedMesh&&Ht.instancingMorph===!1&&K.morphTexture!==null||Ht.envMap!==jt||Z.fog===!0&&Ht.fog!==Pt||Ht.numClippingPlanes!==void 0&&(Ht.numClippingPlanes!==st.numPlanes||Ht.numIntersection!==st.numIntersection)||Ht.vertexAlphas!==de||Ht.vertexTangents!==Ae||Ht.morphTargets!==Zt||Ht.morphNormals!==Ee||Ht.morphColors!==rn||Ht.morphTargetsCount!==wn||Ht.numLightProbeGrids!==pn(T.state.lightProbeGridArray)?Ce=!0:(Ht.outputColorSpace!==It||Ht.toneMapping!==We)&&(Es=!0):(Ce=!0,Ht.__version=Z.version);let xn=Ht.currentProgram;(Ce===!0||Es===!0)&&(xn=Es===!0?mi(Z,z,K,It,We):rs(Z,z,K),G&&Z.isNodeMaterial&&G.onUpdateProgram(Z,xn,Ht));let ro=!1,os=!1,Ts=!1,be=xn.getUniforms(),cn=Ht.uniforms;if(At.useProgram(xn.program)&&(ro=!0,os=!0,Ts=!0),Z.id!==$&&($=Z.id,os=!0),ro||J!==E){At.buffers.depth.getReversed()&&E.reversedDepth!==!0&&(E._reversedDepth=!0,E.updateProjectionMatrix()),be.setValue(O,"projectionMatrix",E.projectionMatrix),be.setValue(O,"viewMatrix",E.matrixWorldInverse);let yn=be.map.cameraPosition;yn!==void 0&&yn.setValue(O,ie.setFromMatrixPosition(E.matrixWorld)),fe.logarithmicDepthBuffer&&be.setValue(O,"logDepthBufFC",2/(Math.log(E.far+1)/Math.LN2)),(Z.isMeshPhongMaterial||Z.isMeshToonMaterial||Z.isMeshLambertMaterial||Z.isMeshBasicMaterial||Z.isMeshStandardMaterial||Z.isShaderMaterial)&&be.setValue(O,"isOrthographic",E.isOrthographicCamera===!0),J!==E&&(J=E,os=!0,Ts=!0)}if(Ht.needsLights&&(_n.state.sunShadowMap.length>0&&be.setValue(O,"sunShadowMap",_n.state.sunShadowMap,ee),_n.state.directionalShadowMap.length>0&&be.setValue(O,"directionalShadowMap",_n.state.directionalShadowMap,ee),_n.state.spotShadowMap.length>0&&be.setValue(O,"spotShadowMap",_n.state.spotShadowMap,ee),_n.state.pointShadowMap.length>0&&be.setValue(O,"pointShadowMap",_n.state.pointShadowMap,ee)),K.isSkinnedMesh){be.setOptional(O,K,"bindMatrix"),be.setOptional(O,K,"bindMatrixInverse");let qe=K.skeleton;qe&&(qe.boneTexture===null&&qe.computeBoneTexture(),be.setValue(O,"boneTexture",qe.boneTexture,ee))}K.isBatchedMesh&&(be.setOptional(O,K,"batchingTexture"),be.setValue(O,"batchingTexture",K._matricesTexture,ee),be.setOptional(O,K,"batchingIdTexture"),be.setValue(O,"batchingIdTexture",K._indirectTexture,ee),be.setOptional(O,K,"batchingColorTexture"),K._colorsTexture!==null&&be.setValue(O,"batchingColorTexture",K._colorsTexture,ee));let Jn=tt.morphAttributes;if((Jn.position!==void 0||Jn.normal!==void 0||Jn.color!==void 0)&&rt.update(K,tt,xn),(os||Ht.receiveShadow!==K.receiveShadow)&&(Ht.receiveShadow=K.receiveShadow,be.setValue(O,"receiveShadow",K.receiveShadow)),(Z.isMeshStandardMaterial||Z.isMeshLambertMaterial||Z.isMeshPhongMaterial)&&Z.envMap===null&&z.environment!==null&&(cn.envMapIntensity.value=z.environmentIntensity),cn.dfgLUT!==void 0&&(cn.dfgLUT.value=RE()),os){if(be.setValue(O,"toneMappingExposure",D.toneMappingExposure),Ht.needsLights&&io(cn,Ts),Pt&&Z.fog===!0&&St.refreshFogUniforms(cn,Pt),St.refreshMaterialUniforms(cn,Z,wt,Lt,T.state.transmissionRenderTarget[E.id]),Ht.needsLights&&Ht.numLightProbeGrids>0){let qe=M,yn=0;for(let qn of T.state.lightProbeGridArray)qn.texture!==null&&(qe.textures[yn]=qn.texture,qe.min[yn]=qn.boundingBox.min,qe.max[yn]=qn.boundingBox.max,qe.resolution[yn]=qn.resolution,yn++);for(let qn in qe)qe[qn].length=yn;cn.probesSH.value=qe.textures,cn.probesMin.value=qe.min,cn.probesMax.value=qe.max,cn.probesResolution.value=qe.resolution}jo.upload(O,$s(Ht),cn,ee)}if(Z.isShaderMaterial&&Z.uniformsNeedUpdate===!0&&(jo.upload(O,$s(Ht),cn,ee),Z.uniformsNeedUpdate=!1),Z.isSpriteMaterial&&be.setValue(O,"center",K.center),be.setValue(O,"modelViewMatrix",K.modelViewMatrix),be.setValue(O,"normalMatrix",K.normalMatrix),be.setValue(O,"modelMatrix",K.matrixWorld),Z.uniformsGroups!==void 0){let qe=Z.uniformsGroups;for(let yn=0,qn=qe.length;yn<qn;yn++){let mc=qe[yn];Qt.update(mc,xn),Qt.bind(mc,xn)}}return xn}function io(E,z){E.ambientLightColor.needsUpdate=z,E.lightProbe.needsUpdate=z,E.sunLights.needsUpdate=z,E.sunLightShadows.needsUpdate=z,E.directionalLights.needsUpdate=z,E.directionalLightShadows.needsUpdate=z,E.pointLights.needsUpdate=z,E.pointLightShadows.needsUpdate=z,E.spotLights.needsUpdate=z,E.spotLightShadows.needsUpdate=z,E.rectAreaLights.needsUpdate=z,E.hemisphereLights.needsUpdate=z}function Zs(E){return E.isMeshLambertMaterial||E.isMeshToonMaterial||E.isMeshPhongMaterial||E.isMeshStandardMaterial||E.isShadowMaterial||E.isShaderMaterial&&E.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(E,z,tt){let Z=Kt.get(E);Z.__autoAllocateDepthBuffer=E.resolveDepthBuffer===!1,Z.__autoAllocateDepthBuffer===!1&&(Z.__useRenderToTexture=!1),Kt.get(E.texture).__webglTexture=z,Kt.get(E.depthTexture).__webglTexture=Z.__autoAllocateDepthBuffer?void 0:tt,Z.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(E,z){let tt=Kt.get(E);tt.__webglFramebuffer=z,tt.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(E,z=0,tt=0){ct=E,Y=z,V=tt;let Z=null,K=!1,Pt=!1;if(E){let It=Kt.get(E);if(It.__useDefaultFramebuffer!==void 0){At.bindFramebuffer(O.FRAMEBUFFER,It.__webglFramebuffer),et.copy(E.viewport),ut.copy(E.scissor),ht=E.scissorTest,At.viewport(et),At.scissor(ut),At.setScissorTest(ht),$=-1;return}else if(It.__webglFramebuffer===void 0)ee.setupRenderTarget(E);else if(It.__hasExternalTextures)ee.rebindTextures(E,Kt.get(E.texture).__webglTexture,Kt.get(E.depthTexture).__webglTexture);else if(E.depthBuffer){let de=E.depthTexture;if(It.__boundDepthTexture!==de){if(de!==null&&Kt.has(de)&&(E.width!==de.image.width||E.height!==de.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");ee.setupDepthRenderbuffer(E)}}let Ft=E.texture;(Ft.isData3DTexture||Ft.isDataArrayTexture||Ft.isCompressedArrayTexture)&&(Pt=!0);let jt=Kt.get(E).__webglFramebuffer;E.isWebGLCubeRenderTarget?(Array.isArray(jt[z])?Z=jt[z][tt]:Z=jt[z],K=!0):E.samples>0&&ee.useMultisampledRTT(E)===!1?Z=Kt.get(E).__webglMultisampledFramebuffer:Array.isArray(jt)?Z=jt[tt]:Z=jt,et.copy(E.viewport),ut.copy(E.scissor),ht=E.scissorTest}else et.copy(Jt).multiplyScalar(wt).floor(),ut.copy(ae).multiplyScalar(wt).floor(),ht=se;if(tt!==0&&(Z=W),At.bindFramebuffer(O.FRAMEBUFFER,Z)&&At.drawBuffers(E,Z),At.viewport(et),At.scissor(ut),At.setScissorTest(ht),K){let It=Kt.get(E.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+z,It.__webglTexture,tt)}else if(Pt){let It=z;for(let Ft=0;Ft<E.textures.length;Ft++){let jt=Kt.get(E.textures[Ft]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+Ft,jt.__webglTexture,tt,It)}}else if(E!==null&&tt!==0){let It=Kt.get(E.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,It.__webglTexture,tt)}$=-1};function so(E){let z=Kt.get(E);return(z.__readFormat!==E.format||z.__readType!==E.type)&&(z.__readFormat=E.format,z.__readType=E.type,z.__formatReadable=fe.textureFormatReadable(E.format),z.__typeReadable=fe.textureTypeReadable(E.type)),z}this.readRenderTargetPixels=function(E,z,tt,Z,K,Pt,Ot,It=0){if(!(E&&E.isWebGLRenderTarget)){ce("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ft=Kt.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Ot!==void 0&&(Ft=Ft[Ot],Array.isArray(Ft)&&(Ft=Ft[0])),Ft){At.bindFramebuffer(O.FRAMEBUFFER,Ft);try{let jt=E.textures[It],de=jt.format,Ae=jt.type;E.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+It);let Zt=so(jt);if(Zt.__formatReadable===!1){ce("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Zt.__typeReadable===!1){ce("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=E.width-Z&&tt>=0&&tt<=E.height-K&&O.readPixels(z,tt,Z,K,Mt.convert(de),Mt.convert(Ae),Pt)}finally{let jt=ct!==null?Kt.get(ct).__webglFramebuffer:null;At.bindFramebuffer(O.FRAMEBUFFER,jt)}}},this.readRenderTargetPixelsAsync=async function(E,z,tt,Z,K,Pt,Ot,It=0){if(!(E&&E.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ft=Kt.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Ot!==void 0&&(Ft=Ft[Ot],Array.isArray(Ft)&&(Ft=Ft[0])),Ft)if(z>=0&&z<=E.width-Z&&tt>=0&&tt<=E.height-K){At.bindFramebuffer(O.FRAMEBUFFER,Ft);let jt=E.textures[It],de=jt.format,Ae=jt.type;E.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+It);let Zt=so(jt);if(Zt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Zt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let Ee=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,Ee),O.bufferData(O.PIXEL_PACK_BUFFER,Pt.byteLength,O.STREAM_READ),O.readPixels(z,tt,Z,K,Mt.convert(de),Mt.convert(Ae),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let rn=ct!==null?Kt.get(ct).__webglFramebuffer:null;At.bindFramebuffer(O.FRAMEBUFFER,rn);let We=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await H0(O,We,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,Ee),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,Pt),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(Ee),O.deleteSync(We),Pt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(E,z=null,tt=0){let Z=Math.pow(2,-tt),K=Math.floor(E.image.width*Z),Pt=Math.floor(E.image.height*Z),Ot=z!==null?z.x:0,It=z!==null?z.y:0;ee.setTexture2D(E,0),O.copyTexSubImage2D(O.TEXTURE_2D,tt,0,0,Ot,It,K,Pt),At.unbindTexture()},this.copyTextureToTexture=function(E,z,tt=null,Z=null,K=0,Pt=0){let Ot,It,Ft,jt,de,Ae,Zt,Ee,rn,We=E.isCompressedTexture?E.mipmaps[Pt]:E.image;if(tt!==null)Ot=tt.max.x-tt.min.x,It=tt.max.y-tt.min.y,Ft=tt.isBox3?tt.max.z-tt.min.z:1,jt=tt.min.x,de=tt.min.y,Ae=tt.isBox3?tt.min.z:0;else{let be=Math.pow(2,-K);Ot=Math.floor(We.width*be),It=Math.floor(We.height*be),E.isDataArrayTexture?Ft=We.depth:E.isData3DTexture?Ft=Math.floor(We.depth*be):Ft=1,jt=0,de=0,Ae=0}Z!==null?(Zt=Z.x,Ee=Z.y,rn=Z.z):(Zt=0,Ee=0,rn=0);let Xe=Mt.convert(z.format),wn=Mt.convert(z.type),Ht;z.isData3DTexture?(ee.setTexture3D(z,0),Ht=O.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(ee.setTexture2DArray(z,0),Ht=O.TEXTURE_2D_ARRAY):(ee.setTexture2D(z,0),Ht=O.TEXTURE_2D),At.activeTexture(O.TEXTURE0),At.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,z.flipY),At.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),At.pixelStorei(O.UNPACK_ALIGNMENT,z.unpackAlignment);let _n=At.getParameter(O.UNPACK_ROW_LENGTH),Ce=At.getParameter(O.UNPACK_IMAGE_HEIGHT),Es=At.getParameter(O.UNPACK_SKIP_PIXELS),xn=At.getParameter(O.UNPACK_SKIP_ROWS),ro=At.getParameter(O.UNPACK_SKIP_IMAGES);At.pixelStorei(O.UNPACK_ROW_LENGTH,We.width),At.pixelStorei(O.UNPACK_IMAGE_HEIGHT,We.height),At.pixelStorei(O.UNPACK_SKIP_PIXELS,jt),At.pixelStorei(O.UNPACK_SKIP_ROWS,de),At.pixelStorei(O.UNPACK_SKIP_IMAGES,Ae);let os=E.isDataArrayTexture||E.isData3DTexture,Ts=z.isDataArrayTexture||z.isData3DTexture;if(E.isDepthTexture){let be=Kt.get(E),cn=Kt.get(z),Jn=Kt.get(be.__renderTarget),qe=Kt.get(cn.__renderTarget);At.bindFramebuffer(O.READ_FRAMEBUFFER,Jn.__webglFramebuffer),At.bindFramebuffer(O.DRAW_FRAMEBUFFER,qe.__webglFramebuffer);for(let yn=0;yn<Ft;yn++)os&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Kt.get(E).__webglTexture,K,Ae+yn),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,Kt.get(z).__webglTexture,Pt,rn+yn)),O.blitFramebuffer(jt,de,jt+Ot,de+It,Zt,Ee,Zt+Ot,Ee+It,O.DEPTH_BUFFER_BIT,O.NEAREST);At.bindFramebuffer(O.READ_FRAMEBUFFER,null),At.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(K!==0||E.isRenderTargetTexture||Kt.has(E)){let be=Kt.get(E),cn=Kt.get(z);At.bindFramebuffer(O.READ_FRAMEBUFFER,N),At.bindFramebuffer(O.DRAW_FRAMEBUFFER,H);for(let Jn=0;Jn<Ft;Jn++)os?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,be.__webglTexture,K,Ae+Jn):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,be.__webglTexture,K),Ts?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,cn.__webglTexture,Pt,rn+Jn):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,cn.__webglTexture,Pt),K!==0?O.blitFramebuffer(jt,de,jt+Ot,de+It,Zt,Ee,Zt+Ot,Ee+It,O.COLOR_BUFFER_BIT,O.NEAREST):Ts?O.copyTexSubImage3D(Ht,Pt,Zt,Ee,rn+Jn,jt,de,Ot,It):O.copyTexSubImage2D(Ht,Pt,Zt,Ee,jt,de,Ot,It);At.bindFramebuffer(O.READ_FRAMEBUFFER,null),At.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else Ts?E.isDataTexture||E.isData3DTexture?O.texSubImage3D(Ht,Pt,Zt,Ee,rn,Ot,It,Ft,Xe,wn,We.data):z.isCompressedArrayTexture?O.compressedTexSubImage3D(Ht,Pt,Zt,Ee,rn,Ot,It,Ft,Xe,We.data):O.texSubImage3D(Ht,Pt,Zt,Ee,rn,Ot,It,Ft,Xe,wn,We):E.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,Pt,Zt,Ee,Ot,It,Xe,wn,We.data):E.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,Pt,Zt,Ee,We.width,We.height,Xe,We.data):O.texSubImage2D(O.TEXTURE_2D,Pt,Zt,Ee,Ot,It,Xe,wn,We);At.pixelStorei(O.UNPACK_ROW_LENGTH,_n),At.pixelStorei(O.UNPACK_IMAGE_HEIGHT,Ce),At.pixelStorei(O.UNPACK_SKIP_PIXELS,Es),At.pixelStorei(O.UNPACK_SKIP_ROWS,xn),At.pixelStorei(O.UNPACK_SKIP_IMAGES,ro),Pt===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&O.generateMipmap(Ht),At.unbindTexture()},this.initRenderTarget=function(E){Kt.get(E).__webglFramebuffer===void 0&&ee.setupRenderTarget(E)},this.initTexture=function(E){E.isCubeTexture?ee.setTextureCube(E,0):E.isData3DTexture?ee.setTexture3D(E,0):E.isDataArrayTexture||E.isCompressedArrayTexture?ee.setTexture2DArray(E,0):ee.setTexture2D(E,0),At.unbindTexture()},this.resetState=function(){Y=0,V=0,ct=null,At.reset(),Ct.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Li}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Re._getDrawingBufferColorSpace(t),e.unpackColorSpace=Re._getUnpackColorSpace()}};function Gl(i){return i.normalize("NFKD").replace(/[^A-Za-z0-9._-]+/g,"_").replace(/^[._]+|_+$/g,"").slice(0,80)||"mechanism"}function Hl(i,t,e=""){let{stage:n}=i,s=t.getContext("2d"),r=t.width/n.width;s.setTransform(1,0,0,1,0,0),s.drawImage(n.renderer.domElement,0,0,t.width,t.height),s.scale(r,r);let o=getComputedStyle(document.documentElement),a=c=>o.getPropertyValue(c).trim();if(!i.layer.hidden)for(let c of i.labels.items)IE(s,c,a);LE(s,i.triad,n.height,a);let l=i.ghosts.legend&&i.ghosts.visible?i.ghosts.legend.textContent:"";return s.font=Pp(12,400),s.fillStyle=a("--soft"),l&&s.fillText(l,100,n.height-14),e&&(s.textAlign="right",s.fillText(e,n.width-14,n.height-14),s.textAlign="left"),t}var Pp=(i,t)=>`${t} ${i}px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`,PE={joint:"--ink",body:"--soft",frame:"--tint-ink"};function IE(i,{node:t,kind:e,text:n,size:s,spot:r},o){if(t.classList.contains("off")||!r)return;let[a,l]=r,c=e==="axis";c||(i.fillStyle=o("--label"),i.beginPath(),i.roundRect(a,l,s[0],s[1],4),i.fill()),i.font=Pp(11,c?700:e==="joint"?600:400),i.fillStyle=o(c?`--axis-${n}`:PE[e]),i.textBaseline="middle",i.fillText(n,a+(c?0:5),l+s[1]/2+.5),i.textBaseline="alphabetic"}function LE(i,t,e,n){let[r,o]=[45,e-6-39];i.lineWidth=2.4*.8125,i.lineCap="round",i.textAlign="center";for(let{line:a,text:l}of t.axes){let c=n(`--axis-${l.textContent}`);i.strokeStyle=c,i.fillStyle=c,i.beginPath(),i.moveTo(r,o),i.lineTo(r+.8125*Number(a.getAttribute("x2")),o+.8125*Number(a.getAttribute("y2"))),i.stroke(),i.font=Pp(12*.8125,600),i.fillText(l.textContent,r+.8125*Number(l.getAttribute("x")),o+.8125*Number(l.getAttribute("y")))}i.textAlign="left"}function bu(i,t){let e=URL.createObjectURL(i),n=document.createElement("a");n.href=e,n.download=t,n.click(),setTimeout(()=>URL.revokeObjectURL(e),1e4)}var fn=class{constructor(){this.parts=[],this.length=0}add(t){let e=t instanceof Uint8Array?t:Uint8Array.from(t);return this.parts.push(e),this.length+=e.length,this}uint(t,e){let n=new Uint8Array(e),s=t;for(let r=e-1;r>=0;r-=1)n[r]=s%256,s=Math.floor(s/256);return this.add(n)}text(t){return this.add(new TextEncoder().encode(t))}whole(){let t=new Uint8Array(this.length),e=0;for(let n of this.parts)t.set(n,e),e+=n.length;return t}};var Ip=255;function P_(i){let t=new Map;for(let n of i)for(let s=0;s<n.length;s+=4){let r=I_(n,s);t.set(r,(t.get(r)??0)+1)}let e=[[...t].map(([n,s])=>({rgb:[n>>10,n>>5&31,n&31],n:s}))];for(;e.length<Ip;){let n=e.map(h=>h.length>1?DE(h):{reach:0,weight:0}),s=n.reduce((h,{reach:u,weight:f},d)=>u*f>n[h].reach*n[h].weight?d:h,0);if(!n[s].reach)break;let{axis:r}=n[s],o=e[s].sort((h,u)=>h.rgb[r]-u.rgb[r]),a=o.reduce((h,{n:u})=>h+Math.sqrt(u),0)/2,l=0,c=o.findIndex(({n:h})=>(l+=Math.sqrt(h),l>=a))+1;c=Math.min(Math.max(c,1),o.length-1),e=[...e.slice(0,s),...e.slice(s+1),o.slice(0,c),o.slice(c)]}return e.map(n=>{let s=n.reduce((r,o)=>r+o.n,0);return[0,1,2].map(r=>Math.round(n.reduce((o,a)=>o+a.rgb[r]*a.n,0)/s*(255/31)))})}var I_=(i,t)=>i[t]>>3<<10|i[t+1]>>3<<5|i[t+2]>>3;function DE(i){let t=[0,1,2].map(n=>{let s=i.map(({rgb:r})=>r[n]);return Math.max(...s)-Math.min(...s)}),e=Math.max(...t);return{axis:t.indexOf(e),reach:e,weight:Math.cbrt(i.reduce((n,{n:s})=>n+s,0))}}var wu=class{constructor(t,e,n,s){Object.assign(this,{width:t,height:e,fps:n,palette:s,count:0,before:null}),this.nearest=new Int16Array(32768).fill(-1),this.bytes=new fn().text("GIF89a").add(Su(t)).add(Su(e)).add([247,0,0]);for(let r=0;r<256;r+=1)this.bytes.add(s[r]??[0,0,0]);this.bytes.add([33,255,11]).text("NETSCAPE2.0").add([3,1,0,0,0])}add(t){let{width:e,height:n}=this,s=new Uint8Array(e*n);for(let u=0;u<s.length;u+=1)s[u]=this.index(I_(t,4*u));let[r,o,a,l]=this.before?NE(this.before,s,e,n):[0,0,e,n],c=new Uint8Array(a*l);for(let u=0;u<l;u+=1)for(let f=0;f<a;f+=1){let d=(o+u)*e+r+f;c[u*a+f]=this.before&&this.before[d]===s[d]?Ip:s[d]}let h=Math.round(100*(this.count+1)/this.fps)-Math.round(100*this.count/this.fps);this.bytes.add([33,249,4,5,...Su(Math.max(h,2)),Ip,0,44]);for(let u of[r,o,a,l])this.bytes.add(Su(u));this.bytes.add([0,8]).add(OE(UE(c))).add([0]),this.before=s,this.count+=1}index(t){if(this.nearest[t]<0){let e=[t>>10,t>>5&31,t&31].map(s=>s*255/31),n=1/0;this.palette.forEach((s,r)=>{let o=s.reduce((a,l,c)=>a+(l-e[c])**2,0);o<n&&([n,this.nearest[t]]=[o,r])})}return this.nearest[t]}finish(){return this.bytes.add([59]).whole()}},Su=i=>[i&255,i>>8];function NE(i,t,e,n){let[s,r,o,a]=[e,n,-1,-1];for(let l=0;l<t.length;l+=1){if(i[l]===t[l])continue;let[c,h]=[l%e,Math.floor(l/e)];[s,o,r,a]=[Math.min(s,c),Math.max(o,c),Math.min(r,h),Math.max(a,h)]}return o<0?[0,0,1,1]:[s,r,o-s+1,a-r+1]}function UE(i){let t=[],[e,n,s,r]=[0,0,9,258],o=new Map,a=c=>{for(e|=c<<n,n+=s;n>=8;)t.push(e&255),e>>=8,n-=8};a(256);let l=i[0];for(let c=1;c<i.length;c+=1){let h=l<<8|i[c],u=o.get(h);if(u!==void 0){l=u;continue}a(l),r===4096?(a(256),o=new Map,[r,s]=[258,9]):(o.set(h,r),r===1<<s&&(s+=1),r+=1),l=i[c]}return a(l),a(257),n>0&&t.push(e&255),t}function OE(i){let t=new fn;for(let e=0;e<i.length;e+=255){let n=i.slice(e,e+255);t.add([n.length]).add(n)}return t.whole()}var Lp=9e4,L_=[65536,0,0,0,65536,0,0,0,1073741824],FE={bt709:1,bt470bg:5,smpte170m:6},BE={bt709:1,smpte170m:6,"iec61966-2-1":13},kE={rgb:0,bt709:1,bt470bg:5,smpte170m:6};function Ui(i,...t){let e=new fn;for(let n of t)e.add(n);return new fn().uint(8+e.length,4).text(i).add(e.whole()).whole()}var ui=(i,t,e,...n)=>Ui(i,new fn().uint(t,1).uint(e,3).whole(),...n);function Kn(...i){let t=new fn;for(let e of i)t.uint(e<0?e+2**32:e,4);return t.whole()}function N_(i,t,e,n,s){let r=Math.round(Lp/s),o=i.map(h=>h.data),a=Ui("ftyp",new fn().text("isom").uint(512,4).text("isomiso2avc1mp41").whole()),l=D_(i,t,e,n,r,0).length,c=a.length+l+8;return new fn().add(a).add(D_(i,t,e,n,r,c)).add(Ui("mdat",...o)).whole()}function D_(i,t,e,n,s,r){let o=s*i.length,a=ui("mvhd",0,0,Kn(0,0,Lp,o,65536),[1,0],new Uint8Array(10),Kn(...L_),new Uint8Array(24),Kn(2)),l=ui("tkhd",0,3,Kn(0,0,1,0,o),new Uint8Array(16),Kn(...L_),Kn(e*65536,n*65536)),c=ui("mdhd",0,0,Kn(0,0,Lp,o),[85,196,0,0]),h=ui("hdlr",0,0,Kn(0),new TextEncoder().encode("vide"),new Uint8Array(12),[0]),u=Ui("dinf",ui("dref",0,0,Kn(1),ui("url ",0,1))),f=i.flatMap((_,m)=>_.key?[m+1]:[]),d=i.map((_,m)=>s*(_.time-m)),p=Ui("stbl",ui("stsd",0,0,Kn(1),zE(t,e,n)),ui("stts",0,0,Kn(1,i.length,s)),...d.some(Boolean)?[ui("ctts",1,0,Kn(d.length,...d.flatMap(_=>[1,_])))]:[],ui("stss",0,0,Kn(f.length,...f)),ui("stsc",0,0,Kn(1,1,i.length,1)),ui("stsz",0,0,Kn(0,i.length,...i.map(_=>_.data.length))),ui("stco",0,0,Kn(1,r)));return Ui("moov",a,Ui("trak",l,Ui("mdia",c,h,Ui("minf",ui("vmhd",0,1,new Uint8Array(8)),u,p))))}function zE(i,t,e){let{primaries:n,transfer:s,matrix:r,fullRange:o}=i.colorSpace??{},a=new fn().text("nclx").uint(FE[n]??2,2).uint(BE[s]??2,2).uint(kE[r]??2,2).uint(o?128:0,1).whole(),l=new fn().add(new Uint8Array(6)).uint(1,2).add(new Uint8Array(16)).uint(t,2).uint(e,2).uint(4718592,4).uint(4718592,4).uint(0,4).uint(1,2).add(new Uint8Array(32)).uint(24,2).uint(65535,2).whole();return Ui("avc1",l,Ui("avcC",new Uint8Array(i.description)),Ui("colr",a))}var Dp=new C(0,0,1),U_=8,Au=class{constructor(t,e){this.view=t;let{cameras:n,scene:s}=t;if(this.about=e??{},e){let a=(e.keys?.length?e.keys.map(l=>l.eye?"iso":l.view):[e.view??"iso"]).every(l=>l!=="iso")&&!e.orbit;n.use(e.orthographic??a)}let r=s.bodies.findIndex(o=>o.name===this.about.follow);this.followed=r>0?r:n.followed,n.follow(null),this.start=this.followed?n.where(this.followed):null,this.keys=this.positions()}positions(){let{cameras:t}=this.view,{about:e}=this;if(e.keys?.length){let l=t.swept();return e.keys.map(c=>({t:c.t,...c.eye?this.placed(c):this.fitted(c,l)}))}if(e.view&&e.orbit)return[{t:0,...this.around(e,t.swept())}];if(e.view)return[{t:0,...this.fitted(e,t.swept())}];let{camera:n}=this.view.stage,s=t.controls.target.clone(),r=n.position.clone().sub(s),o=t.orthographic?this.view.stage.halfHeight/n.zoom:0,a=Math.tan(this.view.stage.perspective.fov*Math.PI/360);return[{t:0,target:s,away:o?o/a:r.length(),towards:r.normalize()}]}fitted({view:t="iso",zoom:e=1},n){let{cameras:s,scene:r,stage:o}=this.view,a=s.direction(t,n);o.camera.position.copy(a),o.camera.lookAt(0,0,0),o.camera.updateMatrixWorld();let{centre:l,away:c}=s.fitted(n,a);return{target:l,towards:a,away:Math.max(c,.2*r.size)/e}}around(t,e){let{cameras:n,stage:s}=this.view,r=this.fitted(t,e);for(let o=1;o<=U_;o+=1){let a=r.towards.clone().applyAxisAngle(Dp,t.orbit*o/U_);s.camera.position.copy(a),s.camera.lookAt(0,0,0),s.camera.updateMatrixWorld();let l=e.map((c,h)=>2*r.target.getComponent(h%3)-c);r.away=Math.max(r.away,n.fitted([...e,...l],a).away/(t.zoom??1))}return r}placed({eye:t,target:e,zoom:n=1}){let{scene:s,stage:r}=this.view,[o,a]=[t,e].map(c=>r.world.localToWorld(new C().fromArray(c).sub(new C().fromArray(s.origin)))),l=o.sub(a);return{target:a,away:l.length()/n,towards:l.normalize()}}set(t,e){let{cameras:n}=this.view,{target:s,towards:r,away:o}=this.between(t);this.about.orbit&&r.applyAxisAngle(Dp,this.about.orbit*e),this.followed&&s.add(n.where(this.followed)).sub(this.start),n.put(s,r,o)}between(t){let{keys:e}=this,n=e.findIndex(u=>u.t>t),[s,r]=n<0?[e.at(-1),e.at(-1)]:[e[Math.max(n-1,0)],e[n]],o=r.t>s.t?Math.min(Math.max((t-s.t)/(r.t-s.t),0),1):0,a=o*o*(3-2*o),l=s.towards.angleTo(r.towards),c=new C().crossVectors(s.towards,r.towards),h=s.towards.clone();return l>1e-9&&h.applyAxisAngle(c.lengthSq()>1e-18?c.normalize():Dp,a*l),{target:s.target.clone().lerp(r.target,a),towards:h,away:s.away*(r.away/s.away)**a}}release(){this.view.cameras.follow(this.followed),this.view.cameras.controls.update()}};function B(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))r!=null&&(s==="class"?n.className=r:s==="text"?n.textContent=r:s.startsWith("on")?n.addEventListener(s.slice(2),r):r===!0?n.setAttribute(s,""):r!==!1&&n.setAttribute(s,String(r)));return n.append(...e.filter(s=>s!=null)),n}var O_="http://www.w3.org/2000/svg",VE={play:"M7 4.5v15l12-7.5z",pause:"M6.5 5h4v14h-4zM13.5 5h4v14h-4z",first:"M6 5h2v14H6zM19 5v14l-10-7z",last:"M16 5h2v14h-2zM5 5v14l10-7z",back:"M9 12l8-6.5v13zM6 5.5h1.6v13H6z",next:"M15 12L7 5.5v13zM16.4 5.5H18v13h-1.6z",loop:"M6.8 7H15V4l5 4.2-5 4.2V9H8v3.5H6V7.8zM17.2 17H9v3l-5-4.2 5-4.2V15h7v-3.5h2v4.7z",close:"M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",plus:"M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",tree:"M4 5h6v4H4zM12 6.2h8v1.6h-8zM8 12h6v4H8zM16 13.2h4v1.6h-4zM5 9h1.5v5H8v1.5H5z",theme:"M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9zm-2.9 2.6A9 9 0 0 0 18.4 15 7 7 0 1 1 9.1 5.6z",more:"M5 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM12 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM19 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",chart:"M4 4h1.6v14.4H20V20H4zM8 15l3.5-5 3 3L19 6.5l1.3.9-5.6 8-3-3L9.3 16z"};function F_(i){let t=document.createElementNS(O_,"svg");t.setAttribute("viewBox","0 0 24 24"),t.setAttribute("aria-hidden","true");let e=document.createElementNS(O_,"path");return e.setAttribute("d",VE[i]),t.append(e),t}function re(i,t,e,n){let s=t.toLowerCase().includes(i.toLowerCase())?t:`${i}: ${t}`,r=B("button",{type:"button",title:t,"aria-label":s,onclick:e});return n&&r.append(F_(n)),i&&r.append(B("span",{text:i})),r}function Eu(i,t){i.replaceChildren(F_(t))}function ve(i,t=4){if(i==null||!Number.isFinite(i))return"\u2013";if(i===0)return"0";let e=Math.abs(i);return e>=1e5||e<.001?i.toExponential(t-2).replace("e+","e"):String(Number(i.toPrecision(t)))}var Gs=(i,t)=>i.units?.[t]??[t,1],GE={2:"\xB2",3:"\xB3",4:"\u2074","-1":"\u207B\xB9"};function sn(i){return i.replace(/\bum\b/g,"\xB5m").replace(/\^(-?\d)/g,(t,e)=>GE[e]??t)}function Tu(i,t,e){let n=(t-i)/Math.max(e,1),s=10**Math.floor(Math.log10(n)),r=[1,2,5,10].map(l=>l*s),o=r.findIndex(l=>l>=.999*n),a=B_(i,t,r[o]);return a.length>1||!o?a:B_(i,t,r[o-1])}function B_(i,t,e){let n=[];for(let s=Math.ceil(i/e-1e-9);s*e<=t+1e-9*e;s+=1)n.push(s*e);return n}function Cu(i,t,e,n){return Tu(e,n,Math.min(i.bbox.height/devicePixelRatio/22,9))}var HE=.4,WE=.38,XE=90,qE=8,k_=5;function z_(i,t,e){if(!e)return{scene:[0,0,i,t],plots:null};let n=r=>2*Math.round(r/2);if(i>=1.2*t){let r=n(HE*i);return{scene:[0,0,i-r,t],plots:[i-r,0,r,t]}}let s=n(Math.min(WE*Math.max(e,1)**.5,.55)*t);return{scene:[0,0,i,t-s],plots:[0,t-s,i,s]}}var Ru=class{constructor(t,e){let{plots:n,clock:s,theme:r}=t;Object.assign(this,{box:e,palette:r.palette,clock:s});let o=Math.max(Math.floor(e[3]/XE),1);this.times=n.times(),this.marks=n.marks(),this.cards=n.cards.slice(0,o).map(a=>{let l=n.lines(a.channels).slice(0,qE).map((c,h)=>({...c,color:n.color(h),values:n.values(c.line)}));return{lines:l,range:$E(l)}})}draw(t,e){let[n,s,r,o]=this.box,a=Math.max(Math.min(Math.round(Math.min(r/38,o/(14*this.cards.length))),22),9);t.setTransform(1,0,0,1,0,0),t.fillStyle=this.palette.background,t.fillRect(n,s,r,o);let l=o/this.cards.length;this.cards.forEach((c,h)=>this.card(t,c,[n,s+h*l,r,l],a,e))}card(t,{lines:e,range:n},[s,r,o,a],l,c){let{palette:h,times:u}=this,f={left:s+5.2*l,right:s+o-1.6*l,top:r+2.6*l,bottom:r+a-2.4*l},d=u.at(-1)-u[0]||1,p=g=>f.left+(g-u[0])/d*(f.right-f.left),_=g=>f.bottom-(g-n[0])/(n[1]-n[0])*(f.bottom-f.top),m=this.clock.pace.factor*c;t.font=`${l}px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`,t.lineWidth=Math.max(l/12,1),t.textBaseline="middle",this.rules(t,f,{across:p,up:_,range:n,size:l,unit:e[0].unit}),t.lineJoin="round";for(let{values:g,color:v}of e){t.strokeStyle=v;for(let[S,M]of[[.3,1/0],[1,m]])t.globalAlpha=S,t.lineWidth=l/6,YE(t,u,g,M,p,_)}t.globalAlpha=1,t.strokeStyle=h.axis,t.lineWidth=Math.max(l/10,1),t.beginPath(),t.moveTo(p(m),f.top),t.lineTo(p(m),f.bottom),t.stroke();for(let{values:g,color:v}of e){let S=Up(u,g,m);S!==null&&(t.fillStyle=v,t.beginPath(),t.arc(p(m),_(S),l/2.6,0,2*Math.PI),t.fill())}this.legend(t,e,[f.left,r+1.4*l,f.right],l,m)}rules(t,e,{across:n,up:s,range:r,size:o,unit:a}){let{palette:l,times:c}=this;t.fillStyle=l.axis,t.strokeStyle=l.rule,t.textAlign="right";for(let h of Tu(r[0],r[1],Math.min((e.bottom-e.top)/(2.2*o),k_)))Np(t,e.left,s(h),e.right,s(h)),t.fillText(ve(h,4),e.left-o/2,s(h));t.textAlign="center";for(let h of Tu(c[0],c.at(-1),Math.min((e.right-e.left)/(5*o),k_)))Np(t,n(h),e.top,n(h),e.bottom),t.fillText(ve(h,4),n(h),e.bottom+o);for(let{time:h}of this.marks){t.setLineDash([o/6,o/4]),t.strokeStyle=l.axis;let u=n(this.clock.pace.factor*h);u>=e.left&&u<=e.right&&Np(t,u,e.top,u,e.bottom),t.setLineDash([])}t.save(),t.translate(e.left-4.4*o,(e.top+e.bottom)/2),t.rotate(-Math.PI/2),t.fillText(sn(a),0,0),t.restore()}legend(t,e,[n,s,r],o,a){t.textAlign="left";let l=n,c="";for(let{name:h,short:u,group:f,values:d,color:p}of e){let _=Up(this.times,d,a),m=f&&f===c?u:h;c=f;let g=`${m} ${_===null?"":ve(_,4)}`,v=t.measureText(m).width+5*o;if(l>n&&l+v>r)break;t.fillStyle=p,t.fillRect(l,s-o/6,1.2*o,o/3),t.fillStyle=this.palette.ink,t.fillText(g,l+1.6*o,s),l+=v+2*o}}};function Np(i,t,e,n,s){i.beginPath(),i.moveTo(t,e),i.lineTo(n,s),i.stroke()}function YE(i,t,e,n,s,r){i.beginPath();let o=!1;for(let l=0;l<t.length&&t[l]<=n;l+=1)e[l]===null?o=!1:o?i.lineTo(s(t[l]),r(e[l])):(i.moveTo(s(t[l]),r(e[l])),o=!0);let a=Number.isFinite(n)?Up(t,e,n):null;o&&a!==null&&i.lineTo(s(n),r(a)),i.stroke()}function Up(i,t,e){let n=i.findIndex(o=>o>=e);if(n<=0)return t[n===0?0:i.length-1];let[s,r]=[t[n-1],t[n]];return s===null||r===null?s??r:s+(e-i[n-1])/(i[n]-i[n-1]||1)*(r-s)}function $E(i){let t=i.flatMap(r=>r.values.filter(o=>o!==null)),[e,n]=t.reduce(([r,o],a)=>[Math.min(r,a),Math.max(o,a)],[1/0,-1/0]);if(!(e<=n))return[-1,1];let s=Math.max(.54*(n-e),.001*Math.max(Math.abs(e),Math.abs(n)))||1;return[(e+n)/2-s,(e+n)/2+s]}var ZE=i=>new fn().uint(1,1).uint(i,7).whole();function fi(i,...t){let e=new fn;for(let s of t)e.add(s);let n=new fn().uint(i,Math.ceil(i.toString(16).length/2)).whole();return new fn().add(n).add(ZE(e.length)).add(e.whole()).whole()}var Vn=(i,t)=>fi(i,new fn().uint(t,8).whole()),Pu=(i,t)=>fi(i,new TextEncoder().encode(t));function KE(i,t){let e=new Uint8Array(8);return new DataView(e.buffer).setFloat64(0,t),fi(i,e)}function V_(i,t,e,n,s){let r=d=>Math.round(1e3*d.time/s),o=fi(440786851,Vn(17030,1),Vn(17143,1),Vn(17138,4),Vn(17139,8),Pu(17026,"webm"),Vn(17031,4),Vn(17029,2)),a=fi(357149030,Vn(2807729,1e6),Pu(19840,"sarrus"),Pu(22337,"sarrus"),KE(17545,1e3*i.length/s)),l=fi(374648427,fi(174,Vn(215,1),Vn(29637,1),Vn(131,1),Pu(134,t.startsWith("vp8")?"V_VP8":"V_VP9"),Vn(2352003,Math.round(1e9/s)),fi(224,Vn(176,e),Vn(186,n)))),c=[];for(let d of i)(d.key||!c.length)&&c.push([]),c.at(-1).push(d);let h=c.map(d=>fi(524531317,Vn(231,r(d[0])),...d.map(p=>fi(163,new fn().uint(129,1).uint(r(p)-r(d[0]),2).uint(p.key?128:0,1).add(p.data).whole())))),u=a.length+l.length,f=c.map((d,p)=>{let _=fi(187,Vn(179,r(d[0])),fi(183,Vn(247,1),Vn(241,u)));return u+=h[p].length,_});return new fn().add(o).add(fi(408125543,a,l,...h,fi(475249515,...f))).whole()}var jE=8,JE=2,QE=.16,G_=5;function tT(i,t){if(i==="mp4"){let e=t>2088960?"33":t>921600?"2a":"28";return["6400","4d00","42e0"].map(n=>`avc1.${n}${e}`)}return["vp09.00.50.08","vp8"]}var eT=(i,t,e,n)=>({codec:i,width:t,height:e,framerate:n,bitrate:Math.max(Math.round(t*e*Math.min(n,60)*QE),3e5),latencyMode:"quality",...i.startsWith("avc1")?{avc:{format:"avc"}}:{}});async function Wl(i,t,e,n){if(i==="gif")return{codec:"gif"};if(typeof VideoEncoder>"u")return null;for(let s of tT(i,t*e)){let r=eT(s,t,e,n),{supported:o}=await VideoEncoder.isConfigSupported(r).catch(()=>({supported:!1}));if(o)return r}return null}var Qo=class{constructor(t,{format:e,width:n,height:s,fps:r,times:o,camera:a=null,caption:l=!0,plots:c=!1}){Object.assign(this,{view:t,format:e,width:n,height:s,fps:r,times:o,caption:l,chunks:[],config:null,failed:null}),this.canvas=Object.assign(document.createElement("canvas"),{width:n,height:s});let h=z_(n,s,c?t.plots.cards.length:0),[,,u,f]=h.scene;this.scene=h.plots?Object.assign(document.createElement("canvas"),{width:u,height:f}):null,this.plots=h.plots?new Ru(t,h.plots):null,this.canvas.getContext("2d",{willReadFrequently:e==="gif"});let{stage:d,clock:p}=t;this.before={time:p.time,ratio:d.renderer.getPixelRatio()},p.playing=!1,t.filming=!0,t.quality.set(0),d.renderer.setPixelRatio(d.slow?1.5:Math.max(d.renderer.getPixelRatio(),1.5)),d.setSize(u,f,!1),p.seek(o[0]),this.path=new Au(t,a)}async begin(){if(this.format==="pictures")return!0;let t=await Wl(this.format,this.width,this.height,this.fps);if(!t)return!1;if(this.format==="gif"){let e=Array.from({length:G_},(n,s)=>Math.round(s*(this.times.length-1)/(G_-1)));return this.gif=new wu(this.width,this.height,this.fps,P_([...new Set(e)].map(n=>this.pixels(n)))),!0}return this.encoder=new VideoEncoder({output:(e,n)=>this.take(e,n),error:e=>{this.failed=e}}),this.encoder.configure(t),this.codec=t.codec,!0}take(t,e){e?.decoderConfig&&(this.config=e.decoderConfig);let n=new Uint8Array(t.byteLength);t.copyTo(n),this.chunks.push({data:n,key:t.type==="key",time:Math.round(t.timestamp*this.fps/1e6)})}draw(t){let{view:e,times:n}=this;e.clock.seek(n[t]),this.path.set(n[t],n.length>1?t/(n.length-1):0),e.render();let s=Math.min(Math.max(2-Math.floor(Math.log10(n.at(-1)-n[0]||1)),2),5),r=this.caption?e.clock.text(n[t],s):"";if(!this.plots)return Hl(e,this.canvas,r);let o=this.canvas.getContext("2d");return o.setTransform(1,0,0,1,0,0),o.drawImage(Hl(e,this.scene,r),0,0),this.plots.draw(o,n[t]),this.canvas}pixels(t){return this.draw(t).getContext("2d").getImageData(0,0,this.width,this.height).data}async add(t){if(this.failed)throw this.failed;if(this.gif){this.gif.add(this.pixels(t));return}let e=1e6/this.fps,n=new VideoFrame(this.draw(t),{timestamp:Math.round(t*e),duration:Math.round(e)}),s=t%Math.max(Math.round(JE*this.fps),1)===0;for(this.encoder.encode(n,{keyFrame:s}),n.close();this.encoder.encodeQueueSize>jE&&!this.failed;)await new Promise(r=>{setTimeout(r,4)})}async picture(t){let e=this.draw(t),n=await new Promise(s=>{e.toBlob(s,"image/png")});return new Uint8Array(await n.arrayBuffer())}async finish(){if(this.gif)return this.gif.finish();if(await this.encoder.flush(),this.failed)throw this.failed;return this.encoder.close(),(this.format==="mp4"?e=>N_(e,this.config,this.width,this.height,this.fps):e=>V_(e,this.codec,this.width,this.height,this.fps))(this.chunks)}close(){let{view:t}=this;this.encoder&&this.encoder.state!=="closed"&&this.encoder.close(),t.filming=!1,t.stage.renderer.setPixelRatio(this.before.ratio),t.stage.resize(),t.clock.seek(this.before.time),this.path.release(),t.fit()}};function H_(i,t,e){let{origin:n}=i,s=r=>[r.x+n[0],r.y+n[1],r.z+n[2]];return{ready:!0,frames:t.motion.count,times:Array.from(t.motion.times),show(r){return t.playing=!1,t.show(r),e.draw(),t.time},showTime(r){return t.playing=!1,t.seek(r),e.draw(),t.time},play(r=!0){t.play(r)},still({camera:r="iso",labels:o=!1,reactions:a=!1,axes:l=!1,theme:c="light"}={}){e.theme.show(c),e.app.classList.add("still");for(let h of Object.keys(e.arrows.on))e.arrows.on[h]=a&&h==="reactionForces";e.labels.visible=o,e.toggleAxes(l),e.stage.resize(),e.look(r),e.draw()},pixel(r){let{camera:o,width:a,height:l}=e.stage,c=e.stage.world.localToWorld(new C(...r.map((h,u)=>h-n[u]))).project(o);return{x:(.5+.5*c.x)*a,y:(.5-.5*c.y)*l,z:c.z}},film:nT(e),surface(r){let{position:o,color:a}=e.beams.list.find(c=>c.about.name===r).geometry.attributes;return{corners:Array.from({length:o.count},(c,h)=>s(new C().fromBufferAttribute(o,h))),colors:Array.from(a.array)}},state(){let r=e.at,o=i.joints.map((l,c)=>{let[h,u]=e.glyphs[c].map(({body:f,frame:d})=>s(d.point(f)));return[l.name,{parent:h,child:u}]}),a=i.bodies.map((l,c)=>{let{x:h,y:u,z:f,w:d}=e.bodies[c].quaternion;return[l.name,{position:s(e.bodies[c].position),quaternion:[d,h,u,f]}]});return{time:t.time,frame:r.frame,part:r.part,playing:t.playing,loop:t.loop,speed:t.speed,camera:e.cameras.preset,orthographic:e.cameras.orthographic,theme:e.theme.name,followed:e.cameras.followed===null?null:i.bodies[e.cameras.followed].name,chosen:e.chosen,labels:e.labels.visible,axes:e.labels.axes,clear:e.clear,arrows:{on:{...e.arrows.on},factor:e.arrows.factor,joints:e.arrows.state()},plots:e.plots.state(),ghosts:Object.fromEntries(e.ghosts.positions().map(([l,c])=>[l,c.map(s)])),ghostsVisible:e.ghosts.visible,joints:Object.fromEntries(o),bodies:Object.fromEntries(a)}}}}function nT(i){let t=null,e=null,n=s=>{let r="";for(let o=0;o<s.length;o+=8192)r+=String.fromCharCode(...s.subarray(o,o+8192));return btoa(r)};return{canEncode:async(s,r,o,a)=>!!await Wl(s,r,o,a),async begin(s){return t=new Qo(i,s),t.begin()},async frames(s,r){for(let o=s;o<r;o+=1)await t.add(o)},picture:async s=>n(await t.picture(s)),async finish(){return e=await t.finish(),t.close(),e.length},close(){t.close()},bytes:(s,r)=>n(e.subarray(s,r))}}var Qi=[.01,.02,.05,.1,.25,.5,1,2,5,10],iT={name:"Time",unit:"s",factor:1,seconds:null,swings:!1},ta=class{constructor(t,e=iT){this.motion=t,this.pace=e,this.time=t.start,this.playing=!1,this.loop=!0,this.rate=e.seconds?(t.end-t.start)/e.seconds:1,this.way=1,this.speed=e.seconds?1:sT(t.end-t.start),this.listeners=[],this.told={}}due(t){let e=performance.now();return this.playing&&e-(this.told[t]??0)<100?!1:(this.told[t]=e,!0)}listen(t){this.listeners.push(t)}tell(){for(let t of this.listeners)t(this)}seek(t){this.time=Math.min(Math.max(t,this.motion.start),this.motion.end),this.tell()}show(t){let e=Math.min(Math.max(Math.round(t),0),this.motion.count-1);this.seek(this.motion.times[e])}step(t){this.playing=!1;let{frame:e,part:n}=this.motion.place(this.time);this.show(t<0&&n>0?e:e+t)}play(t=!this.playing){t&&this.time>=this.motion.end&&(this.time=this.motion.start),this.playing=t&&this.motion.count>1,this.tell()}setSpeed(t){this.speed=t,this.tell()}faster(t){let e=Qi.findIndex(n=>n>=this.speed);this.setSpeed(Qi[Math.min(Math.max(e+t,0),Qi.length-1)])}setLoop(t=!this.loop){this.loop=t,this.tell()}text(t,e){return`${(this.pace.factor*t).toFixed(e)} ${this.pace.unit}`}advance(t){let{start:e,end:n}=this.motion,s=this.time+this.way*t*this.rate*this.speed;this.pace.swings&&this.loop&&(s>n||s<e)?(this.way=s>n?-1:1,s=Math.min(Math.max(s,e),n)):s>n&&(this.loop?s=e+(s-e)%(n-e):this.playing=!1),this.seek(s)}};function sT(i){if(i>=.8)return 1;let t=Qi.filter(e=>e<=1&&i/e>=3);return t.length?t[t.length-1]:Qi[0]}async function X_(){let i=document.getElementById("scene"),t=JSON.parse(i.textContent);return i.remove(),rT(t)}async function rT(i){if(i.format!==1)throw new Error(`scene of format ${i.format} is not known`);let t=await Op(i.data);delete i.data;let e={};for(let[n,s]of Object.entries(i.arrays))e[n]=oT(t,s);return i.arrays=e,i}async function Op(i){let t=Uint8Array.from(atob(i),n=>n.charCodeAt(0)),e=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(e).arrayBuffer())}function oT(i,t){let e=t.shape.reduce((a,l)=>a*l,1);if(t.kind==="doubles")return new Float64Array(W_(i,t.at,e,8).buffer);let n=new Uint32Array(W_(i,t.at,e,4).buffer);if(t.kind==="floats")return new Float32Array(n.buffer);let s=t.shape[0],r=s?e/s:0,o=new Float64Array(e);for(let a=0;a<r;a+=1){let l=t.step[t.step.length>1?a:0],c=0,h=0;for(let u=0;u<s;u+=1){let f=n[a*s+u];c+=f>>>1^-(f&1),h+=c,o[u*r+a]=h*l}}return o}function W_(i,t,e,n){let s=new Uint8Array(e*n);for(let r=0;r<n;r+=1){let o=t+r*e;for(let a=0;a<e;a+=1)s[a*n+r]=i[o+a]}return s}var aT=[["space","play or pause"],["left, right","one frame back or forward"],["shift + left, right","ten frames back or forward"],["home, end","first and last frame"],["+, -","faster, slower"],["o","loop playback"],["1, 2, 3, 4","view: iso, front, right, top"],["5","orthographic or perspective"],["f","fit to view; so does a double click"],["l","labels"],["a","axes of joints"],["r","reaction forces"],["m","reaction moments"],["e","drive and joint forces"],["t","traces"],["x","transparent bodies"],["c","compare: show or hide the other run"],["b, g","show or hide the list, the plots"],["p","open a plot"],["escape","clear selection"]],lT=["ArrowLeft","ArrowRight","ArrowUp","ArrowDown","PageUp","PageDown","Home","End"];function q_(i,t,e=null){let n={" ":()=>t.play(),ArrowLeft:s=>t.step(s.shiftKey?-10:-1),ArrowRight:s=>t.step(s.shiftKey?10:1),Home:()=>e?t.home():t.show(0),End:()=>t.show(t.motion.count-1),"+":()=>t.faster(1),"=":()=>t.faster(1),"-":()=>t.faster(-1),o:()=>t.setLoop(),1:()=>i.look("iso"),2:()=>i.look("front"),3:()=>i.look("right"),4:()=>i.look("top"),5:()=>i.toggleOrthographic(),f:()=>i.fit(),l:()=>i.toggleLabels(),a:()=>i.toggleAxes(),r:()=>i.setArrows("reactionForces"),m:()=>i.setArrows("reactionMoments"),e:()=>i.setArrows("efforts"),t:()=>i.toggleTraces(),x:()=>i.toggleClear(),c:()=>i.toggleGhosts(),b:()=>i.toggleTree(),g:()=>i.togglePlots(),p:()=>i.openChooser(null),h:()=>i.help(),"?":()=>i.help(),Escape:()=>i.choose(null),...e?{d:()=>e.toggleDrag()}:{}};document.addEventListener("keydown",s=>{if(s.ctrlKey||s.metaKey||s.altKey||document.querySelector("dialog[open]"))return;let{target:r}=s,o=r.isContentEditable||r.matches?.('input[type="search"], input[type="text"], textarea, select'),a=n[s.key];o||!a||lT.includes(s.key)&&r.closest?.(".slide")||(s.preventDefault(),r.matches?.("button, summary, input")&&r.blur(),a(s))})}function Y_(){let i=B("dialog",{class:"help",onclick:t=>{t.target===i&&i.close()}});return i.append(B("header",{},B("h2",{text:"Keyboard and mouse"}),re("","Close",()=>i.close(),"close")),B("dl",{},...aT.flatMap(([t,e])=>[B("dt",{},...t.split(", ").flatMap((n,s)=>s?[", ",B("kbd",{text:n})]:[B("kbd",{text:n})])),B("dd",{text:e})])),B("p",{text:"Drag to rotate, right button to pan, wheel to zoom. With fingers: one rotates, two zoom and pan. Click a body or joint to see its data, a plot to go to a time."})),i}function xs(i){return i.rotateX(Math.PI/2)}function Tn(i){let t=i.axes??[1,0,0,0,1,0,0,0,1],e=i.at??[0,0,0];return new qt().set(t[0],t[1],t[2],e[0],t[3],t[4],t[5],e[1],t[6],t[7],t[8],e[2],0,0,0,1)}var cT=[10,14,20,28,40,64,96];function Hs(i,{size:t,bodies:e}){let n=e.length>40,s=(n?10:16)+280*i/(t*(n?e.length/40:1));return cT.find(r=>r>=.9*s)??96}var $_={box:()=>new cr(1,1,1),ball:i=>new ms(1,i,Math.round(.6*i)),rod:i=>xs(new Zi(1,1,1,i)),tube:i=>xs(new Zi(1,1,1,i,1,!0)),cap:i=>xs(new ms(1,i,Math.max(Math.round(i/5),2),0,2*Math.PI,0,Math.PI/2))};function Xl(i,t,e){let n=t>6?()=>$_[i](Math.max(Math.round(.55*t),6)):null;return{key:`${i} ${t}`,make:()=>$_[i](t),coarse:n,local:e}}var ql=(i,t,e)=>new qt().makeScale(i,t,e),Yl=(i,t,e)=>[Xl("box",0,ql(i,t,e))],$l=(i,t)=>[Xl("ball",t,ql(i,i,i))],di=(i,t,e)=>[Xl("rod",e,ql(i,i,t))];function hT(i,t,e){let n=[1,-1].map(s=>new qt().makeTranslation(0,0,s*t/2).multiply(ql(i,s*i,s*i)));return[Xl("tube",e,ql(i,i,t)),...n.map(s=>Xl("cap",e,s))]}var Ws=(i,t)=>[{key:i,make:t,coarse:null,local:new qt}],Xs=(i,t,e,n)=>i.map(s=>({...s,local:new qt().makeTranslation(t,e,n).multiply(s.local)})),yr=(i,t)=>i.map(e=>({...e,local:t.clone().multiply(e.local)})),uT={box:i=>Yl(...i.size),sphere:(i,t)=>$l(i.radius,Hs(i.radius,t)),cylinder:(i,t)=>di(i.radius,i.length,Hs(i.radius,t)),capsule:(i,t)=>hT(i.radius,i.length,Hs(i.radius,t)),plate:i=>Ws(`plate ${JSON.stringify([i.outline,i.round,i.length])}`,()=>fT(i)),mesh:(i,{arrays:t})=>Ws(i.mesh,()=>dT(t[`${i.mesh}.vertices`],t[`${i.mesh}.faces`]))};function Zl(i,t){return uT[i.kind](i,t)}function fT({outline:i,round:t,length:e}){let n=new Vo,s=i.length;for(let a=0;a<s;a+=1){let[l,c,h]=[i[(a+s-1)%s],i[a],i[(a+1)%s]],u=Math.atan2(c[1]-l[1],c[0]-l[0])-Math.PI/2,f=Math.atan2(h[1]-c[1],h[0]-c[0])-Math.PI/2;n.absarc(c[0],c[1],t,u,f,!1)}n.closePath();let r=.12*e;return new pl(n,{depth:e-2*r,bevelSize:r,bevelOffset:-r,bevelThickness:r,bevelSegments:2,curveSegments:10}).translate(0,0,r-e/2)}function dT(i,t){let e=new Fe;e.setAttribute("position",new Ie(new Float32Array(i),3)),e.setIndex(new Ie(Uint32Array.from(t),1));let n=e.toNonIndexed();return n.computeVertexNormals(),n}function Gn(i,t,e=new C){return e.copy(t).applyQuaternion(i.quaternion).add(i.position)}var ea=class{constructor(t){this.pose=t,this.at=new C,this.turn=new we,this.reshape()}reshape(){new qt().copy(Tn(this.pose)).decompose(this.at,this.turn,new C)}point(t,e=new C){return Gn(t,this.at,e)}vector(t,e,n=new C){return n.fromArray(e).applyQuaternion(this.turn).applyQuaternion(t.quaternion)}};function Z_(i){return[-1,1].flatMap(t=>[-1,1].flatMap(e=>[-1,1].flatMap(n=>[t,e,n].map(s=>.35*s*i))))}var Fp=["#5b84b1","#d1995b","#6ba08a","#b9706a","#8a7bb0","#7f9a5f","#b0879b","#5b9fad","#9a8a6c","#6f7d8c"],vr="#9aa3ad",Wr="#4b5560",Xr="#7d8893",K_="#55606b",Iu="#343a41",j_="#41464c",Bp=["#c8322b","#16834a","#1f6feb"];function na(i){return Fp[(i-1+Fp.length)%Fp.length]}function ia(i,t){return i&&(i.startsWith("#")||i in Wt.NAMES)?i:t}function kp(i,t){return new Wt(i).lerp(new Wt("#ffffff"),t)}var pT=new C(0,0,1),tx=9;function mT(i){let t=xs(new Zi(1,1,1,8,i?2*tx:1,!0)).toNonIndexed();return t.translate(0,0,.5),t}function gT(i,t,e){let n=e?2*tx:1,s=i.attributes.position,[r,o]=[new Wt(t),kp(t,.8)],a=new Float32Array(3*s.count);for(let l=0;l<s.count;l+=3){let c=(s.getZ(l)+s.getZ(l+1)+s.getZ(l+2))/3,h=Math.floor(c*n);for(let u=0;u<3;u+=1)(h%2?o:r).toArray(a,3*(l+u))}i.setAttribute("color",new Ie(a,3))}var _T=()=>xs(new sl(1,1,12)).translate(0,0,-.5),sa=class{constructor(t,e,n,s,r,o){Object.assign(this,{kind:t,loose:e,heads:n,thickness:s,used:0,coarse:!1,noted:null,longest:0,most:1/0}),this.lengths=new Float64Array(r),this.shafts=this.pair(mT(e),{vertexColors:!0},r,o),this.tips=this.pair(_T(),{},n*r,o)}setPalette(t){let e=t.arrows[this.kind];gT(this.shafts.plain.geometry,e,this.loose);let n=this.loose?kp(e,.25):new Wt(e);for(let s of[this.tips.plain,this.tips.ghost])s.material.color.copy(n)}pair(t,e,n,s){let r=new ps(t,new Os({toneMapped:!1,...e}),n),o={transparent:!0,opacity:.3,depthFunc:Lo,depthWrite:!1},a=new ps(t,new Os({toneMapped:!1,...e,...o}),n);a.instanceMatrix=r.instanceMatrix;for(let l of[r,a])l.frustumCulled=!1,s.add(l);return{plain:r,ghost:a}}setCoarse(t){this.coarse=t;for(let{plain:e,ghost:n}of[this.shafts,this.tips])n.visible=e.visible&&!t}set(t,e,n,s){let r=Math.min(n.length()*s,this.most),o=this.thickness,a=r>.6*o;if(this.lengths[t]=a?r:0,!a)return;this.noted?.push(Vp.copy(e).addScaledVector(n,s*Math.min(1,this.longest/r)).clone());let l=this.used;this.used+=1;let c=Math.min(4.6*o,.8*r/this.heads);zp.copy(n).normalize(),Gp.setFromUnitVectors(pT,zp),this.shafts.plain.setMatrixAt(l,Q_.compose(e,Gp,J_.set(o,o,r-c)));for(let h=0;h<this.heads;h+=1)Vp.copy(e).addScaledVector(zp,r-.62*c*h),this.tips.plain.setMatrixAt(this.heads*l+h,Q_.compose(Vp,Gp,J_.set(2.3*o,2.3*o,c)))}done(){for(let[{plain:t,ghost:e},n]of[[this.shafts,1],[this.tips,this.heads]]){for(let s of[t,e])s.visible=this.used>0&&!(this.coarse&&s===e),s.count=n*this.used;t.instanceMatrix.needsUpdate=!0}this.used=0}},zp=new C,Vp=new C,J_=new C,Gp=new we,Q_=new qt;var Mr=class{constructor(t,e="",n=t.bodies.length){this.times=t.arrays[`${e}times`],this.count=this.times.length,this.stride=this.count,this.bodies=n,this.shifts=t.arrays[`${e}positions`],this.turns=t.arrays[`${e}turns`],this.start=this.times[0],this.end=this.times[this.count-1]}set(t,e,n){this.times[0]=t,this.count=1,this.start=t,this.end=t,this.shifts.set(e),this.turns.set(n)}place(t){let e=0,n=this.count-1;for(;e<n;){let o=e+n+1>>1;this.times[o]<=t?e=o:n=o-1}if(e===this.count-1)return{frame:e,part:0};let s=this.times[e+1]-this.times[e],r=s>0?(t-this.times[e])/s:0;return{frame:e,part:Math.min(Math.max(r,0),1)}}nearest(t){let{frame:e,part:n}=this.place(t);return n>.5?e+1:e}position(t,e,n=new C){let s=3*(e.frame*this.bodies+t);return n.fromArray(this.shifts,s),e.part>0&&n.lerp(xT.fromArray(this.shifts,s+3*this.bodies),e.part),n}turn(t,e,n=new we){let s=4*(e.frame*this.bodies+t);return ex(this.turns,s,n),e.part>0&&n.slerp(ex(this.turns,s+4*this.bodies,yT),e.part),n.normalize()}},xT=new C,yT=new we;function ex(i,t,e){return e.set(i[t+1],i[t+2],i[t+3],i[t])}function Kl(i,t,e,n,s,r){let o=e.frame*t+n;for(let a=0;a<s;a+=1){let l=i[o+a];e.part>0&&(l+=e.part*(i[o+t+a]-l)),r[a]=l}return r}var Wp=[{key:"reactionForces",text:"Reaction forces",color:"force",largest:"reactions.force"},{key:"reactionMoments",text:"Reaction moments",color:"moment",largest:"reactions.moment"},{key:"efforts",text:"Drive and joint forces",color:"effort",largest:"efforts"},{key:"acting",text:"Springs, wheels, loads",color:"acting",largest:"acting"}],Du=class{constructor(t,e,n){this.scene=t,this.bodies=e,this.factor=1,this.on={reactionForces:!0,reactionMoments:!1,efforts:!0,acting:!1},this.frames=t.joints.map(c=>new ea(c.onChild)),this.up=new C().fromArray(t.up),this.width=Math.max(.24*t.radius,.0024*t.size);let s=(c,h,u,f)=>new sa(c,h,u,this.width,f,n),r=t.joints.length;this.sets={force:s("force",!1,1,r),looseForce:s("force",!0,1,r),moment:s("moment",!1,2,r),looseMoment:s("moment",!0,2,r),effortForce:s("effort",!1,1,r),effortMoment:s("effort",!1,2,r),acting:s("acting",!1,1,t.acting.length),turning:s("acting",!1,2,t.turning.length)};let{largest:o}=t,a=.26*t.size,l=(...c)=>a/(Math.max(...c.map(h=>o[h]??0))||1/0);this.perForce=l("reactions.force","efforts.force","acting.force"),this.perMoment=l("reactions.moment","efforts.moment","acting.moment"),this.present=Wp.filter(({largest:c})=>Object.keys(o).some(h=>h.startsWith(c)&&o[h]>0))}load(t,e,n){let s=this.row(t,e,n,[]);return{force:s.slice(0,3),moment:s.slice(3)}}row(t,e,n,s){let r=this.scene.arrays[t];return r?Kl(r,6*this.scene.joints.length,n,6*e,6,s):s.fill(0,0,6)}update(t){let e=this.perForce*this.factor,n=this.perMoment*this.factor,{sets:s,on:r}=this;this.scene.joints.forEach((o,a)=>{let l=this.bodies[o.child];this.frames[a].point(l,jl),this.row("reactions",a,t,Lu),this.put(s.force,a,l,ra(o.unique[0],0,!0),r.reactionForces?e:0),this.put(s.looseForce,a,l,ra(o.unique[0],0,!1),r.reactionForces?e:0),this.put(s.moment,a,l,ra(o.unique[1],3,!0),r.reactionMoments?n:0),this.put(s.looseMoment,a,l,ra(o.unique[1],3,!1),r.reactionMoments?n:0),this.row("efforts",a,t,Lu),this.put(s.effortForce,a,l,ra(nx,0,!0),r.efforts?e:0),this.put(s.effortMoment,a,l,ra(nx,3,!0),r.efforts?n:0)}),this.updateActing("acting",t,r.acting?e:0),this.updateActing("turning",t,r.acting?n:0);for(let o of Object.values(s))o.done()}tips(t){let e=[],n=.35*this.scene.size*this.factor;for(let s of Object.values(this.sets))Object.assign(s,{noted:e,longest:n});this.update(t);for(let s of Object.values(this.sets))s.noted=null;return e}put(t,e,n,s,r){t.set(e,jl,this.frames[e].vector(n,s,Hp),r)}updateActing(t,e,n){let s=this.scene[t];s.forEach((r,o)=>{Hp.fromArray(Kl(this.scene.arrays[t],3*s.length,e,3*o,3,Lu)),Gn(this.bodies[r.body],jl.fromArray(r.at),jl).addScaledVector(this.up,-r.below),this.sets[t].set(o,jl,Hp,n)})}setPalette(t){for(let e of Object.values(this.sets))e.setPalette(t)}setCoarse(t){for(let e of Object.values(this.sets))e.setCoarse(t)}state(){let{force:t,looseForce:e,moment:n,looseMoment:s,effortForce:r,effortMoment:o}=this.sets;return Object.fromEntries(this.scene.joints.map((a,l)=>[a.name,{force:t.lengths[l],looseForce:e.lengths[l],moment:n.lengths[l],looseMoment:s.lengths[l],effort:Math.max(r.lengths[l],o.lengths[l])}]))}},nx=[!0,!0,!0],Lu=[0,0,0,0,0,0],ix=[0,0,0],jl=new C,Hp=new C;function ra(i,t,e){for(let n=0;n<3;n+=1)ix[n]=i[n]===e?Lu[t+n]:0;return ix}function Xp(i,t={}){return new xl({color:i,roughness:.55,metalness:.1,...t})}function qr(i,t,e={}){let n=new bn(i,Xp(t,e));return n.castShadow=!e.transparent,n.receiveShadow=!0,n}var vT=new Wt("#1f6feb"),MT={transparent:!0,opacity:.32,depthWrite:!1},bT={transparent:!1,opacity:1,depthWrite:!0},ST={ground:{},bodies:{},bent:{},joints:{},marks:{},axes:{},glass:{transparent:!0,opacity:.35},ghost:{transparent:!0,opacity:.3,depthWrite:!1}},wT=["marks","axes","glass","ghost","bent"],Uu=class{constructor(t){this.world=t,this.lists=new Map,this.meshes=[],this.materials=Object.fromEntries(Object.entries(ST).map(([e,n])=>[e,Xp("#ffffff",n)]))}add(t,e,n,{pose:s=null,layer:r="bodies",pick:o=null,counts:a=!0,again:l=null}={}){for(let[c,{key:h,make:u,coarse:f,local:d}]of e.entries()){let p=`${r} ${h}`;this.lists.has(p)||this.lists.set(p,{layer:r,make:u,coarse:f,parts:[]});let _=s?new qt().multiplyMatrices(s,d):d;this.lists.get(p).parts.push({owner:t,local:_,color:new Wt(n),pick:o,counts:a,again:l,index:c,key:h})}}build(){for(let{layer:t,make:e,coarse:n,parts:s}of this.lists.values()){let r=e();r.computeBoundingBox();let o=new ps(r,this.materials[t],s.length);o.instanceMatrix.setUsage(cp),o.frustumCulled=!1,o.castShadow=!wT.includes(t),o.receiveShadow=!0,o.userData={parts:s,layer:t,fine:r,coarse:n?n():r},s.forEach((a,l)=>o.setColorAt(l,a.color)),this.meshes.push(o),this.world.add(o)}}update(){for(let t of this.meshes){let e=t.instanceMatrix.array,{parts:n}=t.userData;for(let s=0;s<n.length;s+=1)qp.multiplyMatrices(n[s].owner.matrix,n[s].local).toArray(e,16*s);t.instanceMatrix.needsUpdate=!0,t.boundingSphere=null}}reshape(){let t=new Map;for(let e of this.meshes)for(let n of e.userData.parts){if(!n.again)continue;t.has(n.again)||t.set(n.again,n.again());let{pieces:s,pose:r}=t.get(n.again),{key:o,make:a,local:l}=s[n.index];if(r?n.local=new qt().multiplyMatrices(r,l):n.local=l,o!==n.key&&!o.match(/^(box|ball|rod|tube|cap) /)&&e.userData.parts.length===1){e.geometry.dispose();let c=a();c.computeBoundingBox(),Object.assign(e.userData,{fine:c,coarse:c}),e.geometry=c,n.key=o}}}corners(t=[]){for(let e of this.meshes){let{min:n,max:s}=e.userData.fine.boundingBox;for(let r of e.userData.parts)if(r.counts){qp.multiplyMatrices(r.owner.matrix,r.local).premultiply(this.world.matrixWorld);for(let o=0;o<8;o+=1)Nu.set(o&1?n.x:s.x,o&2?n.y:s.y,o&4?n.z:s.z).applyMatrix4(qp),t.push(Nu.x,Nu.y,Nu.z)}}return t}highlight(t,e){for(let n of this.meshes)n.userData.parts.forEach((s,r)=>{s.pick?.kind!==t.kind||s.pick.index!==t.index||(n.setColorAt(r,e?AT.copy(s.color).lerp(vT,.65):s.color),n.instanceColor.needsUpdate=!0)})}setClear(t){Object.assign(this.materials.bodies,t?MT:bT).needsUpdate=!0;for(let e of this.meshes)e.userData.layer==="bodies"&&(e.castShadow=!t)}showLayer(t,e){for(let n of this.meshes)n.userData.layer===t&&(n.visible=e)}setCoarse(t){for(let e of this.meshes)e.geometry=t?e.userData.coarse:e.userData.fine}picked(t){for(let e of t.intersectObjects(this.meshes.filter(n=>n.visible||n.userData.layer==="bent"),!1)){let{pick:n}=e.object.userData.parts[e.instanceId];if(n)return n}return null}},qp=new qt,AT=new Wt,Nu=new C;var Yp=8,$p=16,sx=new Wt("#8fa3b5"),Jl=[new Wt("#4f9d69"),new Wt("#e3b23c"),new Wt("#c8322b")],ET=[[-1,-1],[1,-1],[1,1],[-1,1]];function ux(i){if(i<1e-4)return[.5-i/24,1/6-i/120];let t=Math.sqrt(i);return[(1-Math.cos(t))/i,(t-Math.sin(t))/(i*t)]}function TT(i,t){let e=i.w<0?-1:1,n=Math.hypot(i.x,i.y,i.z),s=n<1e-12?2*e:2*e*Math.atan2(n,e*i.w)/n;return t.set(i.x,i.y,i.z).multiplyScalar(s)}function CT(i,t,e,n){let s=LT.copy(i).multiplyScalar(e),[r,o]=ux(s.lengthSq()),a=n.copy(t).multiplyScalar(e);return oa.copy(s).cross(a),Bu.copy(s).cross(oa),a.addScaledVector(oa,r).addScaledVector(Bu,o)}function RT(i,t,e){let n=i.lengthSq(),[s,r]=ux(n),o=n<1e-6?1/12:(1-(1-n*r)/(2*s))/n;return oa.copy(i).cross(t),Bu.copy(i).cross(oa),e.copy(t).addScaledVector(oa,-.5).addScaledVector(Bu,o)}var Kp=class{constructor(t,e,n){this.about=t,this.bodies=e,this.peak=t.peak??0,this.plain=!1,this.outline=t.round?Array.from({length:$p},(l,c)=>[Math.cos(2*Math.PI*c/$p),Math.sin(2*Math.PI*c/$p)]):ET,this.pieces=t.pieces.map(l=>({...l,start:Tn(l.a),end:Tn(l.b)}));let s=this.pieces.length*(Yp+1),r=this.outline.length;this.geometry=new Fe,this.geometry.setAttribute("position",new Ie(new Float32Array(3*s*r),3)),this.geometry.setAttribute("color",new Ie(new Float32Array(3*s*r),3));let o=[];for(let l=0;l+1<s;l+=1)for(let c=0;c<r;c+=1){let[h,u]=[l*r+c,l*r+(c+1)%r];o.push(h,u,h+r,h+r,u,u+r)}let a=(l,c)=>{for(let h=1;h+1<r;h+=1){let[u,f,d]=[l*r,l*r+h,l*r+h+1];o.push(...c?[u,d,f]:[u,f,d])}};a(0,!0),a(s-1,!1),this.geometry.setIndex(o),this.mesh=qr(this.geometry,"#ffffff",{side:zn,flatShading:!t.round,vertexColors:!0}),this.mesh.frustumCulled=!1,n.add(this.mesh)}update(){let{position:t,color:e}=this.geometry.attributes,n=0;for(let s of this.pieces){Zp.compose(this.bodies[s.a.body].position,this.bodies[s.a.body].quaternion,rx).multiply(s.start),ox.compose(this.bodies[s.b.body].position,this.bodies[s.b.body].quaternion,rx).multiply(s.end),Zp.decompose(tc,Ql,lx),PT.copy(Zp).invert().multiply(ox).decompose(Jp,ax,lx),TT(ax,Yr),RT(Yr,Jp,cx);let[r,o]=s.outer,a=this.about.modulus/s.length,[l,c]=[Yr.y-s.rest[1],Yr.z-s.rest[2]];for(let h=0;h<=Yp;h+=1){let u=h/Yp;CT(Yr,cx,u,hx).applyQuaternion(Ql).add(tc);let f=Yr.length()*u;f>1e-12?Ou.setFromAxisAngle(IT.copy(Yr).normalize(),f):Ou.identity(),Ou.premultiply(Ql);for(let[d,p]of this.outline){Oi.set(0,d*r,p*o).applyQuaternion(Ou).add(hx),t.setXYZ(n,Oi.x,Oi.y,Oi.z);let _=Math.abs(a*(l*p*o-c*d*r));this.about.peak===null&&_>this.peak&&(this.peak=_),this.shade(_,e,n),n+=1}}}fx(this.geometry)}shade(t,e,n){dx(this.peak>0&&!this.plain?Math.min(t/this.peak,1):0,e,n)}};function fx(i){i.attributes.position.needsUpdate=!0,i.attributes.color.needsUpdate=!0,i.computeVertexNormals(),i.boundingSphere=null}function dx(i,t,e){i===0?$r.copy(sx):i<1/3?$r.copy(sx).lerp(Jl[0],3*i):i<2/3?$r.copy(Jl[0]).lerp(Jl[1],3*i-1):$r.copy(Jl[1]).lerp(Jl[2],3*i-2),t.setXYZ(e,$r.r,$r.g,$r.b)}var jp=class{constructor(t,e,n){this.about=t,this.bodies=e,this.peak=t.peak??0;let s=t.positions.length/3;this.geometry=new Fe,this.geometry.setAttribute("position",new Ie(new Float32Array(3*s),3)),this.geometry.setAttribute("color",new Ie(new Float32Array(3*s),3)),this.geometry.setIndex(t.triangles),this.mesh=qr(this.geometry,"#ffffff",{side:zn,flatShading:!0,vertexColors:!0}),this.mesh.frustumCulled=!1,this.shifts=new Float64Array(3*t.readers.length),this.modes=new Float64Array(t.modes.length),n.add(this.mesh)}read(){let t=this.bodies[this.about.body];Ql.copy(t.quaternion).invert(),this.about.readers.forEach((e,n)=>{let s=this.bodies[e.body];tc.fromArray(e.at).applyQuaternion(s.quaternion).add(s.position),tc.sub(t.position).applyQuaternion(Ql).sub(Jp.fromArray(e.rest)),tc.toArray(this.shifts,3*n)}),this.about.modes.forEach((e,n)=>{this.modes[n]=e.reduce((s,r,o)=>s+r*this.shifts[o],0)})}update(){let{positions:t,shapes:e,stresses:n}=this.about,{position:s,color:r}=this.geometry.attributes,o=this.bodies[this.about.body],a=this.modes.length;this.read();for(let l=0;l<s.count;l+=1){Oi.fromArray(t,3*l);let c=0;for(let h=0;h<a;h+=1)Oi.x+=e[l][3*h]*this.modes[h],Oi.y+=e[l][3*h+1]*this.modes[h],Oi.z+=e[l][3*h+2]*this.modes[h],n.length&&(c+=n[l][h]*this.modes[h]);Oi.applyQuaternion(o.quaternion).add(o.position),s.setXYZ(l,Oi.x,Oi.y,Oi.z),c=Math.abs(c),this.about.peak===null&&c>this.peak&&(this.peak=c),dx(this.peak>0?Math.min(c/this.peak,1):0,r,l)}fx(this.geometry)}},Fu=class{constructor(t,e,n){this.list=[...t.beams.map(r=>new Kp(r,e,n)),...t.surfaces.map(r=>new jp(r,e,n))],this.words=t.surfaces.length?"stress":"bending stress",this.legend=this.list.length?B("div",{class:"stress",title:"Stress at the surface of flexible bodies"}):null,this.told="";let s=Math.max(0,...this.list.map(r=>r.peak));for(let r of this.list)r.about.peak!==null&&(r.peak=s)}update(){for(let n of this.list)n.update();if(!this.legend)return;let t=Math.max(...this.list.map(n=>n.peak));for(let n of this.list)n.about.peak===null&&(n.peak=t);let e=`${(t/1e6).toPrecision(3)} MPa`;e!==this.told&&(this.told=e,this.legend.replaceChildren(B("span",{text:`${this.words} 0`}),B("i",{}),B("span",{text:e})),this.legend.hidden=!(t>0))}},rx=new C(1,1,1),[Zp,ox,PT]=[new qt,new qt,new qt],[Ql,ax,Ou]=[new we,new we,new we],[tc,Jp,lx,Yr,cx,hx,IT,Oi]=Array.from({length:8},()=>new C),[oa,Bu,LT]=[new C,new C,new C],$r=new Wt;function px(i,t,e){return i.bodies.map((n,s)=>{let r=new On,o=s?na(s):vr,a=s?{kind:"body",index:s}:null;for(let l of n.shapes)t.add(r,Zl(l,i),ia(l.color,o),{pose:Tn(l),layer:l.bent?"bent":s?"bodies":"ground",pick:a,again:()=>({pieces:Zl(l,i),pose:Tn(l)})});return e.add(r),r})}function ec(i,t,e){i.forEach((n,s)=>{t.position(s,e,n.position),t.turn(s,e,n.quaternion),n.updateMatrix()})}var mx={type:"change"},tm={type:"start"},_x={type:"end"},ku=new or,gx=new ii,DT=Math.cos(70*Ol.DEG2RAD),Cn=new C,pi=2*Math.PI,Be={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Qp=1e-6,zu=class extends El{constructor(t,e=null){super(t,e),this.state=Be.NONE,this.target=new C,this.cursor=new C,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:mr.ROTATE,MIDDLE:mr.DOLLY,RIGHT:mr.PAN},this.touches={ONE:gr.ROTATE,TWO:gr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new C,this._lastQuaternion=new we,this._lastTargetPosition=new C,this._quat=new we().setFromUnitVectors(t.up,new C(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new qo,this._sphericalDelta=new qo,this._scale=1,this._panOffset=new C,this._rotateStart=new pt,this._rotateEnd=new pt,this._rotateDelta=new pt,this._panStart=new pt,this._panEnd=new pt,this._panDelta=new pt,this._dollyStart=new pt,this._dollyEnd=new pt,this._dollyDelta=new pt,this._dollyDirection=new C,this._mouse=new pt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=UT.bind(this),this._onPointerDown=NT.bind(this),this._onPointerUp=OT.bind(this),this._onContextMenu=HT.bind(this),this._onMouseWheel=kT.bind(this),this._onKeyDown=zT.bind(this),this._onTouchStart=VT.bind(this),this._onTouchMove=GT.bind(this),this._onMouseDown=FT.bind(this),this._onMouseMove=BT.bind(this),this._interceptControlDown=WT.bind(this),this._interceptControlUp=XT.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Be.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(mx),this.update(),this.state=Be.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;Cn.copy(e).sub(this.target),Cn.applyQuaternion(this._quat),this._spherical.setFromVector3(Cn),this.autoRotate&&this.state===Be.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=pi:n>Math.PI&&(n-=pi),s<-Math.PI?s+=pi:s>Math.PI&&(s-=pi),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Cn.setFromSpherical(this._spherical),Cn.applyQuaternion(this._quatInverse),e.copy(this.target).add(Cn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Cn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new C(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new C(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Cn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(ku.origin.copy(this.object.position),ku.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(ku.direction))<DT?this.object.lookAt(this.target):(gx.setFromNormalAndCoplanarPoint(this.object.up,this.target),ku.intersectPlane(gx,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Qp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Qp||this._lastTargetPosition.distanceToSquared(this.target)>Qp?(this.dispatchEvent(mx),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?pi/60*this.autoRotateSpeed*t:pi/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){Cn.setFromMatrixColumn(e,0),Cn.multiplyScalar(-t),this._panOffset.add(Cn)}_panUp(t,e){this.screenSpacePanning===!0?Cn.setFromMatrixColumn(e,1):(Cn.setFromMatrixColumn(e,0),Cn.crossVectors(this.object.up,Cn)),Cn.multiplyScalar(t),this._panOffset.add(Cn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Cn.copy(s).sub(this.target);let r=Cn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(pi*this._rotateDelta.x/e.clientHeight),this._rotateUp(pi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(pi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-pi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(pi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-pi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(pi*this._rotateDelta.x/e.clientHeight),this._rotateUp(pi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new pt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function NT(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function UT(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function OT(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(_x),this.state=Be.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function FT(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case mr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Be.DOLLY;break;case mr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Be.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Be.ROTATE}break;case mr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Be.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Be.PAN}break;default:this.state=Be.NONE}this.state!==Be.NONE&&this.dispatchEvent(tm)}function BT(i){switch(this.state){case Be.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Be.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Be.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function kT(i){this.enabled===!1||this.enableZoom===!1||this.state!==Be.NONE||(i.preventDefault(),this.dispatchEvent(tm),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(_x))}function zT(i){this.enabled!==!1&&this._handleKeyDown(i)}function VT(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case gr.ROTATE:if(this.enableRotate===!1){this.state=Be.NONE;break}this._handleTouchStartRotate(i),this.state=Be.TOUCH_ROTATE;break;case gr.PAN:if(this.enablePan===!1){this.state=Be.NONE;break}this._handleTouchStartPan(i),this.state=Be.TOUCH_PAN;break;default:this.state=Be.NONE}break;case 2:switch(this.touches.TWO){case gr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Be.TOUCH_DOLLY_PAN;break;case gr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Be.TOUCH_DOLLY_ROTATE;break;default:this.state=Be.NONE}break;default:this.state=Be.NONE}this.state!==Be.NONE&&this.dispatchEvent(tm)}function GT(i){switch(this._trackPointer(i),this.state){case Be.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Be.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Be.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Be.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Be.NONE}}function HT(i){this.enabled!==!1&&i.preventDefault()}function WT(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function XT(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var qT={iso:[.95,-1.5,.8],front:[0,-1,0],right:[1,0,0],top:[0,-1e-4,1]},nm=["iso","front","right","top"],YT=.86,xx=6,em=class extends zu{update(t){let e=super.update(t),{position:n,zoom:s}=this.object,r=[...n,...this.target,s],o=r.some((a,l)=>a!==this.placed?.[l]);return this.placed=r,o&&!e&&this.dispatchEvent({type:"change"}),e||o}},Vu=class{constructor(t,e,n,s){this.covered=0,this.stage=t,this.bodies=e,this.swept=n,this.scene=s,this.preset="iso",this.followed=null,this.last=new C,this.controls=new em(t.camera,t.renderer.domElement),this.controls.enableDamping=!1,this.controls.zoomToCursor=!0,this.controls.minDistance=.05*s.size,this.controls.maxDistance=25*s.size,this.controls.minZoom=.05,this.controls.maxZoom=50}resume(t){let{stage:e}=this,n=new C().fromArray(t.scene.origin).sub(new C().fromArray(this.scene.origin));n.applyQuaternion(e.world.quaternion),e.halfHeight=t.stage.halfHeight;for(let s of["perspective","orthographic"]){let r=e[s];r.copy(t.stage[s]),r.position.add(n),r.updateProjectionMatrix()}this.preset=t.preset,this.use(t.orthographic),e.frame(),this.controls.target.copy(t.controls.target).add(n),this.controls.update(),e.moveTo(this.controls.target)}look(t){this.preset=t,this.use(t!=="iso");let e=this.swept();this.fit(this.direction(t,e),e)}direction(t,e=this.swept()){let n=new C().fromArray(qT[t]);if(t==="iso"){let s=new mn().setFromArray(e).getSize(new C);s.x<.45*s.y&&n.set(1.5,-.95,.8)}return n.normalize()}get orthographic(){return this.stage.camera===this.stage.orthographic}use(t){this.stage.camera=t?this.stage.orthographic:this.stage.perspective,this.controls.object=this.stage.camera}setOrthographic(t){if(t===this.orthographic)return;let{stage:e,controls:n}=this,s=e.camera,r=s.position.clone().sub(n.target),o=Math.tan(e.perspective.fov*Math.PI/360),a=t?o*r.length():e.halfHeight/s.zoom;this.use(t),this.put(n.target.clone(),r.normalize(),a/o),n.update()}fit(t=null,e=this.swept()){let{camera:n}=this.stage,s=t??n.position.clone().sub(this.controls.target).normalize();n.position.copy(s),n.lookAt(0,0,0),n.updateMatrixWorld();let{centre:r,away:o}=this.fitted(e,s);this.put(r,s,Math.max(o,.2*this.scene.size)),this.controls.update()}fitted(t,e){let{camera:n}=this.stage,s=Math.tan(this.stage.perspective.fov*Math.PI/360)*YT,r=s*this.stage.aspect,o=s*(1-2*this.covered/Math.max(this.stage.height,1));return(this.orthographic?ZT:$T)(t,e,n,r,o)}put(t,e,n){let{stage:s,scene:r}=this,{camera:o}=s,a=this.orthographic?Math.max(n,4*r.size):n;o.position.copy(t).addScaledVector(e,a),o.near=Math.max(.01*a,1e-4*r.size),o.far=a+60*r.size,this.orthographic&&(o.zoom=1,s.halfHeight=Math.tan(s.perspective.fov*Math.PI/360)*n),s.frame(),o.lookAt(t),this.controls.target.copy(t),s.moveTo(t)}follow(t){this.followed=t,t!==null&&this.last.copy(this.where(t))}where(t){return this.stage.world.localToWorld(this.bodies[t].position.clone())}update(){if(this.followed!==null){let t=this.where(this.followed),e=t.clone().sub(this.last);this.last.copy(t),this.stage.camera.position.add(e),this.controls.target.add(e),this.controls.update(),this.stage.moveTo(this.stage.focus.clone().add(e))}}};function $T(i,t,e,n,s){let r=new C().setFromMatrixColumn(e.matrixWorld,0),o=new C().setFromMatrixColumn(e.matrixWorld,1),a=new mn().setFromArray(i).getCenter(new C),l=new C,c=0;for(let h=0;h<xx;h+=1){c=0;for(let d=0;d<i.length;d+=3){l.fromArray(i,d).sub(a);let p=l.dot(t);c=Math.max(c,p+Math.abs(l.dot(r))/n,p+Math.abs(l.dot(o))/s)}let u=[1/0,1/0],f=[-1/0,-1/0];for(let d=0;d<i.length;d+=3){l.fromArray(i,d).sub(a);let p=Math.max(c-l.dot(t),1e-9*c);[l.dot(r)/p,l.dot(o)/p].forEach((_,m)=>{u[m]=Math.min(u[m],_),f[m]=Math.max(f[m],_)})}h+1<xx&&(a.addScaledVector(r,c*(u[0]+f[0])/2),a.addScaledVector(o,c*(u[1]+f[1])/2))}return{centre:a,away:c}}function ZT(i,t,e,n,s){let r=[0,1].map(h=>new C().setFromMatrixColumn(e.matrixWorld,h)),o=new mn().setFromArray(i).getCenter(new C),a=new C,l=[1/0,1/0],c=[-1/0,-1/0];for(let h=0;h<i.length;h+=3)a.fromArray(i,h).sub(o),r.forEach((u,f)=>{l[f]=Math.min(l[f],a.dot(u)),c[f]=Math.max(c[f],a.dot(u))});return r.forEach((h,u)=>o.addScaledVector(h,(l[u]+c[u])/2)),{centre:o,away:Math.max((c[0]-l[0])/n,(c[1]-l[1])/s)/2}}var Gu=class{constructor(t,e){this.scene=t,this.take=e,this.card=null,this.search=B("input",{type:"search",placeholder:"Search channels","aria-label":"Search channels",oninput:()=>this.fill()}),this.list=B("div",{class:"channels"}),this.title=B("h2",{}),this.node=B("dialog",{class:"chooser",onclick:n=>{n.target===this.node&&this.node.close()}},B("header",{},this.title,re("","Close",()=>this.node.close(),"close")),this.search,this.list)}open(t,e){this.card=t,this.unit=e,this.title.textContent=t?`Add a channel in ${sn(e)||"pure numbers"}`:"Open a plot",this.search.value="",this.fill(),this.node.showModal(),this.search.focus()}fill(){let t=this.search.value.trim().toLowerCase().split(/\s+/),e=this.scene.channels.map((r,o)=>({channel:r,index:o})).filter(({channel:r})=>this.card===null||r.units[0]===this.unit).filter(({channel:r})=>{let o=`${r.name} ${r.unit} ${r.description}`.toLowerCase();return t.every(a=>o.includes(a))}),n=({channel:r})=>t.every(o=>r.name.toLowerCase().includes(o)),s=[...e.filter(n),...e.filter(r=>!n(r))];this.list.replaceChildren(...s.map(({channel:r,index:o})=>{let a=r.components.length>1?` (${r.components.join(", ")})`:"";return B("button",{type:"button",class:"channel",onclick:()=>{this.node.close(),this.take(this.card,o)}},B("span",{class:"name",text:r.name+a}),B("span",{class:"unit",text:sn(r.unit)||"\u2013"}),B("span",{class:"about",text:r.description+KT(r)}))})),e.length||this.list.append(B("p",{class:"empty",text:"No matching channel."}))}};function KT({components:i,unique:t}){if(t.every(Boolean))return"";let e=i.filter((n,s)=>!t[s]);return t.some(Boolean)?`; ${e.join(", ")} not unique`:"; not unique"}var jT=["x","y","z"],Hu=class{constructor(t,e,n){this.scene=t,this.bodies=e,this.arrows=n,this.origin=new C().fromArray(t.origin),this.lines=t.channels.reduce((s,r)=>s+r.components.length,0)}text(t,e){let[n,s]=Gs(this.scene,e);return`${[t].flat().map(r=>ve(s*r,4)).join(", ")} ${sn(n)}`.trim()}parts(t,e,n){let[s,r]=Gs(this.scene,e);return[...t.flatMap((a,l)=>[[l?", ":"",""],[ve(r*a,4),n[l]?"":"open"]]),[` ${sn(s)}`,""]]}of({kind:t,index:e},n){return this[t](e,n)}world(t,e){let n=10**Math.floor(Math.log10(1e-6*this.scene.size));return Gn(this.bodies[t],new C().fromArray(e)).add(this.origin).toArray().map(r=>Math.round(r/n)*n)}body(t){let e=this.scene.bodies[t],n=e.inertia??[],s=[["Mass",this.text(e.mass,"kg")],["Centre of mass",this.text(e.com??[0,0,0],"m")],["Inertia xx, yy, zz",this.text([n[0],n[4],n[8]],"kg m^2")],["Position",this.text(this.world(t,[0,0,0]),"m")]];return{title:e.name,note:"body",rows:s,body:t,at:e.com??[0,0,0]}}joint(t,e){let n=this.scene.joints[t],s=[n.parent,n.child].map(f=>this.scene.bodies[f].name),r=this.clean(this.arrows.load("reactions",t,e)),o=this.clean(this.arrows.load("efforts",t,e)),a=[["Between",s.join(" and ")],["Position",this.text(this.world(n.child,n.onChild.at),"m")]];for(let[f,d]of n.parameters)a.push([f,ve(d)]);a.push(...this.coordinates(n,e));let l={title:n.name,note:n.type,rows:a,body:n.child,at:n.onChild.at};if(!this.scene.arrays.reactions)return l;a.push(["Reaction force",this.parts(r.force,"N",n.unique[0])]),a.push(["Reaction moment",this.parts(r.moment,"N m",n.unique[1])]);let[c,h]=["force","moment"].map(f=>Math.hypot(...o[f]));c>0&&a.push(["Drive and joint forces",this.text(o.force,"N")]),h>0&&a.push(["Drive and joint moments",this.text(o.moment,"N m")]);let u=n.unique.map(f=>jT.filter((d,p)=>!f[p]));if(u.some(f=>f.length)){let f=["force","moment"].flatMap((d,p)=>u[p].length?[`${d} ${u[p].join(", ")}`]:[]);a.push(["Not unique",`${f.join("; ")} (minimum-norm values shown; loops ${n.because.join(", ")})`,"open"])}return a.push(["Axes","of the joint, on the child (a shows them)"]),l}clean(t){let e=s=>1e-8*Math.max(...["reactions","efforts"].map(r=>this.scene.largest[`${r}.${s}`]??0)),n=s=>t[s].map(r=>Math.abs(r)>e(s)?r:0);return{force:n("force"),moment:n("moment")}}coordinates(t,e){let n=[];for(let[s]of t.coordinates){let r=this.scene.channels.find(o=>o.name===`${t.name}.${s}`&&o.kind==="joint");r&&n.push([s,`${ve(this.value(r.line,e))} ${sn(r.units[0])}`])}return n}value(t,e){let n=this.scene.arrays.channels,s=n.length/this.lines,r=n[t*s+e.frame];return e.part>0?r+e.part*(n[t*s+e.frame+1]-r):r}force(t,e){let n=this.scene.forces[t],s=n.data.map(([r,o,a])=>[r.replaceAll("_"," "),`${o} ${sn(a)}`.trim()]);return this.scene.acting.forEach((r,o)=>{if(r.element!==n.name)return;let a=Kl(this.scene.arrays.acting,3*this.scene.acting.length,e,3*o,3,[]);s.push([`Force on ${this.scene.bodies[r.body].name}`,this.text(a,"N")])}),{title:n.name,note:n.type.replaceAll("_"," "),rows:s,body:null,at:null}}frame(t){let e=this.scene.frames[t],n=[["On",this.scene.bodies[e.body].name],["In the body",this.text(e.at,"m")],["Position",this.text(this.world(e.body,e.at),"m")]];return{title:e.name,note:"frame",rows:n,body:e.body,at:e.at}}};var yx=(i,t,e,n)=>Ws(i,()=>{let[s,r]=[-n/2,n/2],o=[[t,s],[e,s],[e,s],[e,r],[e,r],[t,r],[t,r],[t,s]],a=new ml(o.map(([l,c])=>new pt(l,c)),28).toNonIndexed();return a.deleteAttribute("uv"),a.computeVertexNormals(),xs(a)});function vx(i,t,e){let n=i.radius,s=Hs(n,i);for(let{name:r,a:o,b:a}of i.bushings){let l={kind:"force",index:i.forces.findIndex(h=>h.name===r)},c=(h,u,f)=>e.add(t[h.body],u,f,{pose:Tn(h),layer:"joints",pick:l});c(o,yx("sleeve",2*n,2.35*n,2.6*n),Xr),c(o,yx("rubber",.8*n,2*n,2.3*n),j_),c(a,di(.8*n,4.2*n,s),Wr)}}var Wu=6,Mx=[new qt().makeRotationY(Math.PI/2),new qt().makeRotationX(-Math.PI/2),new qt];function bx(i,t,e){let n=i.radius,s=Xs(di(.16*n,Wu*n,10),0,0,Wu/2*n);i.joints.forEach((r,o)=>{r.free||Mx.forEach((a,l)=>e.add(t[r.child],yr(s,a),Bp[l],{pose:Tn(r.onChild),layer:"axes",pick:{kind:"joint",index:o},counts:!1,again:()=>({pieces:yr(s,a),pose:Tn(r.onChild)})}))})}function Sx(i,t,e){let n=i.radius;i.frames.forEach((s,r)=>{if(!s.body)return;let o=Xs(di(.18*n,3.4*n,10),0,0,1.7*n);Mx.forEach((a,l)=>e.add(t[s.body],yr(o,a),Bp[l],{pose:Tn(s),layer:"marks",pick:{kind:"frame",index:r},counts:!1,again:()=>({pieces:yr(o,a),pose:Tn(s)})}))})}var Xu=class{constructor(t,e,n){this.visible=!0,this.list=t.ghosts.map((s,r)=>{let o=s.bodies.map((a,l)=>{let c=new On,h=l?na(l):vr;for(let u of l?a.shapes:[])e.add(c,Zl(u,t),ia(u.color,h),{pose:Tn(u),layer:"ghost"});return n.add(c),c});return{name:s.name,groups:o,motion:new Mr(t,`ghost${r}.`,s.bodies.length)}}),this.legend=this.list.length?B("p",{class:"ghosts",text:`translucent: ${this.list.map(s=>s.name).join(", ")}`}):null}place(t){for(let{groups:e,motion:n}of this.list)ec(e,n,n.place(t))}positions(){return this.list.map(({name:t,groups:e})=>[t,e.map(n=>n.position)])}};var JT=new C(0,0,1),QT=new qt().makeRotationX(Math.PI/2),tC=new qt().makeRotationY(Math.PI/2),eC={cylinder:([i,t],e,n)=>di(i*e,t*e,i<.2?10:n),ball:([i],t,e)=>$l(i*t,e),box:([i,t,e],n)=>Yl(i*n,t*n,e*n),guide:(i,t,e,n)=>nC(i,t,e,n.travel),thread:([i,t],e,n,s,r)=>iC(i*e,t*e,e,r)};function nC([i,t],e,n,s){let[r,o]=s??[-4*e,4*e],a=o-r+10*e,l=t===void 0?di(i*e,a,n):Yl(i*e,t*e,a);return Xs(l,0,0,(r+o)/2)}function iC(i,t,e,n){let s=Math.min(Math.max(Math.abs(n),.5*e),2*e),r=Math.round(t/s);return Ws(`thread ${r}`,()=>{let o=[];for(let a=0;a<=16*r;a+=1){let l=2*Math.PI*a/16;o.push(new C(i*Math.cos(l),i*Math.sin(l),-t/2+s*a/16))}return new Ur(new hr(o),8*r,.16*e,5)})}var sC={x:tC,y:QT},rC={pin:Wr,steel:Xr,glass:Xr},oC=["parent","child"];function wx({shape:i,size:t,along:e="z",material:n="pin",pitch:s=0},r,o,a){let l=eC[i](t,r,o,a,s),c=n==="glass"?"glass":"joints";return[e==="z"?l:yr(l,sC[e]),rC[n],c]}function Tx(i,t,e,n){let s=i.radius,r=Hs(s,i);return i.joints.map((o,a)=>(Ax(i,o,n).forEach((l,c)=>e.add(t[0],l,vr,{layer:"ground",again:()=>({pieces:Ax(i,o,n)[c],pose:null})})),[[o.parent,o.onParent],[o.child,o.onChild]].map(([l,c],h)=>{for(let u of o.glyph.filter(({on:f="child"})=>f===oC[h])){let[f,d,p]=wx(u,s,r,o);e.add(t[l],f,d,{pose:Tn(c),layer:p,pick:{kind:"joint",index:a},again:()=>({pieces:wx(u,s,r,o)[0],pose:Tn(c)})})}return{body:t[l],frame:new ea(c)}})))}function Ax(i,t,e){let n=t.parent===0?t.onParent:t.child===0?t.onChild:null;if(!n||i.bodies[0].shapes.length)return[];let s=i.radius,r=new C().fromArray(n.at);if(t.held)return[Ex(s,r,e)];let o=new C(n.axes[2],n.axes[5],n.axes[8]);return!t.travel||t.parent!==0||Math.abs(o.dot(e))>.5?[]:[t.travel[0]-4*s,t.travel[1]+4*s].map(a=>Ex(s,r.clone().addScaledVector(o,a),e))}function Ex(i,t,e){let n=new qt().compose(t,new we().setFromUnitVectors(JT,e),new C(1,1,1)),s=Ws("pedestal",()=>{let r=xs(new Zi(1.1*i,2.7*i,4.4*i,4,1).rotateY(Math.PI/4)).toNonIndexed();return r.computeVertexNormals(),r});return yr([...Xs(s,0,0,-2.5*i),...Xs(Yl(6*i,6*i,.8*i),0,0,-5.1*i)],n)}var aC=["x","y","z"],qu=class{constructor(t,e,n,s){this.visible=!1,this.axes=!1,this.layer=s,this.items=[...t.joints.map((r,o)=>({text:r.name,kind:"joint",point:()=>n[o].point(e[r.child])})),...t.frames.filter(r=>r.body>0).map(r=>({text:r.name,kind:"frame",point:()=>Gn(e[r.body],new C().fromArray(r.at))})),...t.bodies.slice(1).map((r,o)=>({text:r.name,kind:"body",point:()=>Gn(e[o+1],new C().fromArray(lC(r,t.joints,o+1)))}))],t.joints.forEach((r,o)=>{r.free||aC.forEach((a,l)=>{let c=[0,0,0].with(l,(Wu+.7)*t.radius),h=()=>n[o].vector(e[r.child],c).add(n[o].point(e[r.child]));this.items.push({text:a,kind:"axis",point:h})})});for(let r of this.items){let o=r.kind==="axis"?` axis-${r.text}`:"";r.node=B("div",{class:`label ${r.kind}${o}`,text:r.text}),s.append(r.node)}}update(t,e,n,s){if(this.layer.hidden=!this.visible&&!this.axes,this.layer.hidden)return;let r=[];for(let o of this.items){if(!(o.kind==="axis"?this.axes:this.visible)){o.node.classList.add("off");continue}let a=e.localToWorld(o.point()).project(t);o.size??=[o.node.offsetWidth,o.node.offsetHeight];let l=o.kind==="axis",c=(.5+.5*a.x)*n+(l?-o.size[0]/2:9),h=(.5-.5*a.y)*s-(l?o.size[1]/2:o.size[1]+4),u=[c,h,c+o.size[0],h+o.size[1]],f=Math.abs(a.z)<1&&u[0]>0&&u[1]>0&&u[2]<n&&u[3]<s&&!r.some(d=>d[0]<u[2]&&u[0]<d[2]&&d[1]<u[3]&&u[1]<d[3]);o.node.classList.toggle("off",!f),f&&(r.push(u),o.spot=[c,h],o.node.style.transform=`translate(${c.toFixed(1)}px, ${h.toFixed(1)}px)`)}}};function lC(i,t,e){let n=[];for(let s of t)s.free||(s.parent===e&&n.push(s.onParent.at),s.child===e&&n.push(s.onChild.at));return n.length<2?i.com:[0,1,2].map(s=>n.reduce((r,o)=>r+o[s],0)/n.length)}var Cx={mp4:"MP4 (H.264)",webm:"WebM (VP9)",gif:"GIF"},cC={mp4:"video/mp4",webm:"video/webm",gif:"image/gif"},hC=[[1280,720],[1920,1080],[960,720],[1080,1080],[720,1280],[640,360]],uC=3e3,Yu=class{constructor(t){this.view=t,this.format=B("select",{}),this.size=B("select",{},...hC.map(([n,s])=>B("option",{value:`${n}x${s}`,text:`${n} \xD7 ${s}`}))),this.rate=B("select",{},...[30,60,24,15,10].map(n=>B("option",{value:n,text:`${n} per second`}))),this.camera=B("select",{},B("option",{value:"",text:"as it is"}),B("option",{value:"orbit",text:"once around"})),this.plots=B("select",{},B("option",{value:"",text:"none"}),B("option",{value:"on",text:"as they are open"})),this.message=B("p",{class:"hint",role:"status"}),this.bar=B("progress",{max:1,value:0,"aria-label":"Progress of the film"}),this.go=re("Make film","Make the film",()=>this.make()),this.go.classList.add("go");let e=(n,s)=>B("label",{},B("span",{text:n}),s);this.node=B("dialog",{class:"filming",onclose:()=>{this.stopped=!0},onclick:n=>{n.target===this.node&&!this.busy&&this.node.close()}},B("header",{},B("h2",{text:"Film"}),re("","Close",()=>this.node.close(),"close")),e("Format",this.format),e("Size",this.size),e("Pictures",this.rate),e("Camera",this.camera),e("Plots",this.plots),this.message,this.bar,B("div",{class:"actions"},this.go))}async open(){this.view.clock.play(!1),this.bar.hidden=!0,this.node.showModal();let t=[];for(let n of Object.keys(Cx))await Wl(n,1280,720,30)&&t.push(n);this.format.replaceChildren(...t.map(n=>B("option",{value:n,text:Cx[n]})));let e=this.view.scene.machine?`The last ${this.span()} of the motion`:this.span();this.say(t.length>1?`${e} at the speed of the time line.`:"This browser encodes no video here: a GIF can be made, or a film from Python or the command line.")}say(t){this.message.textContent=t}span(){let{motion:t,rate:e,speed:n}=this.view.clock;return`${Number(((t.end-t.start)/e/n).toPrecision(3))} s`}async make(){let{clock:t,scene:e}=this.view,{start:n,end:s}=t.motion,[r,o]=this.size.value.split("x").map(Number),a=Number(this.rate.value),l=t.rate*t.speed/a,c=Math.min(Math.floor((s-n)/l+1e-9)+1,uC),h=Array.from({length:c},(_,m)=>Math.min(n+m*l,s)),u=this.format.value,f=this.camera.value?{orbit:2*Math.PI}:null;[this.busy,this.stopped,this.go.disabled,this.bar.hidden]=[!0,!1,!0,!1];let d=!!this.plots.value,p=new Qo(this.view,{format:u,width:r,height:o,fps:a,times:h,camera:f,plots:d});try{if(!await p.begin())throw new Error("the browser does not encode this format at this size");for(let _=0;_<c&&!this.stopped;_+=1)await p.add(_),this.bar.value=(_+1)/c,await new Promise(m=>{setTimeout(m,0)});if(!this.stopped){let _=await p.finish();bu(new Blob([_],{type:cC[u]}),`${Gl(e.name)}.${u}`),this.say(`${c} pictures, ${(_.length/1e6).toFixed(2)} MB.`)}}catch(_){this.say(`No film was made: ${_.message}. Try another format or size.`)}finally{p.close(),[this.busy,this.go.disabled]=[!1,!1]}}};var fC="(max-width: 900px)",dC="(max-width: 900px) and (max-aspect-ratio: 1/1)",Rx=24;function Px(i,t,e){let n=window.matchMedia(dC),s=B("div",{class:"splitter",role:"separator",tabindex:0,"aria-label":"Size of the plots","aria-valuemin":15,"aria-valuemax":65,title:"Drag to resize"}),r=(l,c)=>{let h=Math.min(Math.max(l,n.matches?120:220),.65*c);i.style.setProperty(n.matches?"--plots-height":"--plots",`${h.toFixed(0)}px`),s.setAttribute("aria-valuenow",String(Math.round(100*h/c))),t()},o=()=>s.setAttribute("aria-orientation",n.matches?"horizontal":"vertical");n.addEventListener("change",o,{signal:e}),o();let a=l=>{let c=i.getBoundingClientRect(),h=i.querySelector(".timeline")?.getBoundingClientRect().top??c.bottom;n.matches?r(h-l.clientY,c.height):r(c.right-l.clientX,c.width)};s.addEventListener("pointerdown",l=>{s.setPointerCapture(l.pointerId),s.addEventListener("pointermove",a)});for(let l of["pointerup","pointercancel"])s.addEventListener(l,()=>s.removeEventListener("pointermove",a));return s.addEventListener("keydown",l=>{let c={ArrowLeft:1,ArrowUp:1,ArrowRight:-1,ArrowDown:-1}[l.key];if(!c)return;l.preventDefault(),l.stopPropagation();let[h,u]=[i,i.querySelector(".plots")].map(f=>f.getBoundingClientRect());n.matches?r(u.height+c*Rx,h.height):r(u.width+c*Rx,h.width)}),s}function Ix(i,t,e,n=!0){let s=window.matchMedia(fC),r=()=>{i.classList.toggle("no-tree",s.matches),t()};s.addEventListener("change",r,{signal:e}),n&&r()}function Lx(i,t,e,n){let s=()=>{i.classList.remove("folded");let o=i.scrollWidth>i.clientWidth+1;i.classList.toggle("folded",o),o||r(!1)},r=o=>{i.classList.toggle("unfolded",o),e.setAttribute("aria-expanded",String(o))};return e.setAttribute("aria-expanded","false"),e.setAttribute("aria-haspopup","true"),e.addEventListener("click",()=>r(!i.classList.contains("unfolded"))),document.addEventListener("pointerdown",o=>{i.contains(o.target)||r(!1)},{signal:n}),i.addEventListener("keydown",o=>{o.key!=="Escape"||!i.classList.contains("unfolded")||(o.stopPropagation(),r(!1),e.focus())}),new ResizeObserver(s).observe(i),s}var pC=new C(0,0,1),Dx=new C(1,1,1),Ux=14;function mC(i,t){let e=2.1*i,n=Math.min(Math.max(Math.round(t/(2.2*i)),5),14);return Ws(`coil ${t.toPrecision(5)}`,()=>{let s=[];for(let r=0;r<=20*n;r+=1){let o=r/(20*n),a=2*Math.PI*n*o;s.push(new C(e*Math.cos(a),e*Math.sin(a),(.12+.76*o)*t))}return new Ur(new hr(s),18*n,.32*i,6)})}var Nx=(i,t)=>Xs(di(i,t,Ux),0,0,t/2),im=class{constructor(t,e,n,s,r){this.bodies=[n[t.a.body],n[t.b.body]],this.about=t,this.points=[new C,new C],this.reshape(),this.ends=[new C,new C],[this.near,this.between,this.far]=[0,1,2].map(()=>({matrix:new qt})),this.length=Math.max(this.measure(),.1*s);let o={pick:e,layer:"joints"},{length:a}=this;t.spring&&r.add(this.between,mC(s,a),K_,o);let l=t.rod?.45:t.spring||t.damper?.28:.4;r.add(this.between,Nx(l*s,a),Xr,o),(t.damper||t.type==="gas_spring")&&r.add(this.near,Nx(1.05*s,.5*a),Wr,o);for(let c of[this.near,this.far])r.add(c,$l(.75*s,Ux),Wr,o);this.update()}reshape(){[this.about.a.at,this.about.b.at].forEach((t,e)=>this.points[e].fromArray(t))}measure(){return this.ends.forEach((t,e)=>Gn(this.bodies[e],this.points[e],t)),this.ends[0].distanceTo(this.ends[1])}update(){let t=this.measure(),[e,n]=this.ends;t>0&&$u.setFromUnitVectors(pC,gC.copy(n).sub(e).divideScalar(t)),this.near.matrix.compose(e,$u,Dx),this.between.matrix.compose(e,$u,_C.set(1,1,t/this.length)),this.far.matrix.compose(n,$u,Dx)}},$u=new we,gC=new C,_C=new C;function Ox(i,t,e){let n=i.lines.map(r=>[r,{kind:"force",index:i.forces.findIndex(o=>o.name===r.name)}]),s=i.joints.flatMap((r,o)=>r.rod?[[{rod:!0,a:{body:r.parent,at:r.onParent.at},b:{body:r.child,at:r.onChild.at}},{kind:"joint",index:o}]]:[]);return[...n,...s].map(([r,o])=>new im(r,o,t,i.radius,e))}var xC="uplot",yC="u-hz",vC="u-vt",MC="u-title",bC="u-wrap",SC="u-under",wC="u-over",AC="u-axis",jr="u-off",EC="u-select",TC="u-cursor-x",CC="u-cursor-y",RC="u-cursor-pt",PC="u-legend",IC="u-live",LC="u-inline",DC="u-series",NC="u-marker",Fx="u-label",UC="u-value",ic="width",sc="height";var Bx="bottom",aa="left",sm="right",Mm="#000",kx=Mm+"0",rm="mousemove",zx="mousedown",om="mouseup",Vx="mouseenter",Gx="mouseleave",Hx="dblclick",OC="resize",FC="scroll",Wx="change",Qu="dppxchange",bm="--",pa=typeof window<"u",um=pa?document:null,ca=pa?window:null,BC=pa?navigator:null,ke,Zu;function fm(){let i=devicePixelRatio;ke!=i&&(ke=i,Zu&&pm(Wx,Zu,fm),Zu=matchMedia(`(min-resolution: ${ke-.001}dppx) and (max-resolution: ${ke+.001}dppx)`),Jr(Wx,Zu,fm),ca.dispatchEvent(new CustomEvent(Qu)))}function Ei(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function dm(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function en(i,t,e){i.style[t]=e+"px"}function ts(i,t,e,n){let s=um.createElement(i);return t!=null&&Ei(s,t),e?.insertBefore(s,n),s}function Fi(i,t){return ts("div",i,t)}var Xx=new WeakMap;function ys(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Xx.get(i);r!=o&&(i.style.transform=r,Xx.set(i,r),t<0||e<0||t>n||e>s?Ei(i,jr):dm(i,jr))}var qx=new WeakMap;function Yx(i,t,e){let n=t+e,s=qx.get(i);n!=s&&(qx.set(i,n),i.style.background=t,i.style.borderColor=e)}var $x=new WeakMap;function Zx(i,t,e,n){let s=t+""+e,r=$x.get(i);s!=r&&($x.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var Sm={passive:!0},kC={...Sm,capture:!0};function Jr(i,t,e,n){t.addEventListener(i,e,n?kC:Sm)}function pm(i,t,e,n){t.removeEventListener(i,e,Sm)}pa&&fm();function es(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Ti((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Sy(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var wy=i=>i!=null,Ay=i=>i!=null&&i>0,nf=Sy(wy),zC=Sy(Ay);function VC(i,t,e,n=0,s=!1){let r=s?zC:nf,o=s?Ay:wy;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??$e,l??-$e]}function sf(i,t,e,n){let s=Jx(i),r=Jx(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?qs:Ey,a=s==1?Ti:Bi,l=r==1?Bi:Ti,c=a(o(Pn(i))),h=l(o(Pn(t))),u=ha(e,c),f=ha(e,h);return e==10&&(c<0&&(u=Ze(u,-c)),h<0&&(f=Ze(f,-h))),n||e==2?(i=u*s,t=f*r):(i=Py(i,u),t=rf(t,f)),[i,t]}function wm(i,t,e,n){let s=sf(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Am=.1,Kx={mode:3,pad:Am},oc={pad:0,soft:null,mode:0},GC={min:oc,max:oc};function tf(i,t,e,n){return of(e)?jx(i,t,e):(oc.pad=e,oc.soft=n?0:null,oc.mode=n?3:0,jx(i,t,GC))}function Ue(i,t){return i??t}function HC(i,t,e){for(t=Ue(t,0),e=Ue(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function jx(i,t,e){let n=e.min,s=e.max,r=Ue(n.pad,0),o=Ue(s.pad,0),a=Ue(n.hard,-$e),l=Ue(s.hard,$e),c=Ue(n.soft,$e),h=Ue(s.soft,-$e),u=Ue(n.mode,0),f=Ue(s.mode,0),d=t-i,p=qs(d),_=li(Pn(i),Pn(t)),m=qs(_),g=Pn(m-p);(d<1e-24||g>10)&&(d=0,(i==0||t==0)&&(d=1e-24,u==2&&c!=$e&&(r=0),f==2&&h!=-$e&&(o=0)));let v=d||_||1e3,S=qs(v),M=ha(10,Ti(S)),R=v*(d==0?i==0?.1:1:r),T=Ze(Py(i-R,M/10),24),x=i>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:$e,w=li(a,T<x&&i>=x?x:ns(x,T)),F=v*(d==0?t==0?.1:1:o),D=Ze(rf(t+F,M/10),24),L=t<=h&&(f==1||f==3&&D>=h||f==2&&D<=h)?h:-$e,G=ns(l,D>L&&t<=L?L:li(L,D));return w==G&&w==0&&(G=100),[w,G]}var WC=new Intl.NumberFormat(pa?BC.language:"en-US"),Em=i=>WC.format(i),Ci=Math,Ju=Ci.PI,Pn=Ci.abs,Ti=Ci.floor,Rn=Ci.round,Bi=Ci.ceil,ns=Ci.min,li=Ci.max,ha=Ci.pow,Jx=Ci.sign,qs=Ci.log10,Ey=Ci.log2,XC=(i,t=1)=>Ci.sinh(i)*t,am=(i,t=1)=>Ci.asinh(i/t),$e=1/0;function Qx(i){return(qs((i^i>>31)-(i>>31))|0)+1}function mm(i,t,e){return ns(li(i,t),e)}function Ty(i){return typeof i=="function"}function Pe(i){return Ty(i)?i:()=>i}var qC=()=>{},Cy=i=>i,Ry=(i,t)=>t,YC=i=>null,ty=i=>!0,ey=(i,t)=>i==t,$C=/\.\d*?(?=9{6,}|0{6,})/gm,Qr=i=>{if(Ly(i)||Sr.has(i))return i;let t=`${i}`,e=t.match($C);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Qr(s)}e${r}`}return Ze(i,n)};function Zr(i,t){return Qr(Ze(Qr(i/t))*t)}function rf(i,t){return Qr(Bi(Qr(i/t))*t)}function Py(i,t){return Qr(Ti(Qr(i/t))*t)}function Ze(i,t=0){if(Ly(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return Rn(n)/e}var Sr=new Map;function Iy(i){return((""+i).split(".")[1]||"").length}function lc(i,t,e,n){let s=[],r=n.map(Iy);for(let o=t;o<e;o++){let a=Pn(o),l=Ze(ha(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),f=i==10?h:Ze(h,u);s.push(f),Sr.set(f,u)}}return s}var ac={},Tm=[],ua=[null,null],br=Array.isArray,Ly=Number.isInteger,ZC=i=>i===void 0;function ny(i){return typeof i=="string"}function of(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function KC(i){return i!=null&&typeof i=="object"}var jC=Object.getPrototypeOf(Uint8Array),Dy="__proto__";function fa(i,t=of){let e;if(br(i)){let n=i.find(s=>s!=null);if(br(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=fa(i[s],t)}else e=i.slice()}else if(i instanceof jC)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Dy&&(e[n]=fa(i[n],t))}else e=i;return e}function Sn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Dy&&(of(i[s])?Sn(i[s],fa(n[s])):i[s]=fa(n[s]))}return i}var JC=0,QC=1,tR=2;function eR(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function nR(i,t){if(rR(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return oR(o[0])||(o=sR(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),f=t?t[o][c]:QC,d=[];for(let p=0;p<h.length;p++){let _=h[p],m=r.get(l[p]);_===null?f!=JC&&(u[m]=_,f==tR&&d.push(m)):u[m]=_}eR(u,d,s),n.push(u)}}return n}var iR=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function sR(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function rR(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function oR(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=li(1,Ti((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Ny=["January","February","March","April","May","June","July","August","September","October","November","December"],Uy=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Oy(i){return i.slice(0,3)}var aR=Uy.map(Oy),lR=Ny.map(Oy),cR={MMMM:Ny,MMM:lR,WWWW:Uy,WWW:aR};function nc(i){return(i<10?"0":"")+i}function hR(i){return(i<10?"00":i<100?"0":"")+i}var uR={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>nc(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>nc(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>nc(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>nc(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>nc(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>hR(i.getMilliseconds())};function Cm(i,t){t=t||cR;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?uR[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var fR=new Intl.DateTimeFormat().resolvedOptions().timeZone;function dR(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==fR?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var Fy=i=>i%1==0,ef=[1,2,2.5,5],pR=lc(10,-32,0,ef),By=lc(10,0,32,ef),mR=By.filter(Fy),Kr=pR.concat(By),Rm=`
`,ky="{YYYY}",iy=Rm+ky,zy="{M}/{D}",rc=Rm+zy,Ku=rc+"/{YY}",Vy="{aa}",gR="{h}:{mm}",la=gR+Vy,sy=Rm+la,ry=":{ss}",He=null;function Gy(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?lc(10,0,3,ef).filter(Fy):lc(10,-3,0,ef)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,ky,He,He,He,He,He,He,1],[s*28,"{MMM}",iy,He,He,He,He,He,1],[s,zy,iy,He,He,He,He,He,1],[n,"{h}"+Vy,Ku,He,rc,He,He,He,1],[e,la,Ku,He,rc,He,He,He,1],[t,ry,Ku+" "+la,He,rc+" "+la,He,sy,He,1],[i,ry+".{fff}",Ku+" "+la,He,rc+" "+la,He,sy,He,1]];function h(u){return(f,d,p,_,m,g)=>{let v=[],S=m>=o,M=m>=r&&m<o,R=u(p),T=Ze(R*i,3),x=lm(R.getFullYear(),S?0:R.getMonth(),M||S?1:R.getDate()),w=Ze(x*i,3);if(M||S){let F=M?m/r:0,D=S?m/o:0,L=T==w?T:Ze(lm(x.getFullYear()+D,x.getMonth()+F,1)*i,3),G=new Date(Rn(L/i)),W=G.getFullYear(),N=G.getMonth();for(let H=0;L<=_;H++){let Y=lm(W+D*H,N+F*H,1),V=Y-u(Ze(Y*i,3));L=Ze((+Y+V)*i,3),L<=_&&v.push(L)}}else{let F=m>=s?s:m,D=Ti(p)-Ti(T),L=w+D+rf(T-w,F);v.push(L);let G=u(L),W=G.getHours()+G.getMinutes()/e+G.getSeconds()/n,N=m/n,H=f.axes[d]._space,Y=g/H;for(;L=Ze(L+m,i==1?0:3),!(L>_);)if(N>1){let V=Ti(Ze(W+N,6))%24,J=u(L).getHours()-V;J>1&&(J=-1),L-=J*n,W=(W+N)%24;let et=v[v.length-1];Ze((L-et)/m,3)*Y>=.7&&v.push(L)}else v.push(L)}return v}}return[l,c,h]}var[_R,xR,yR]=Gy(1),[vR,MR,bR]=Gy(.001);lc(2,-53,53,[1]);function oy(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function ay(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,f,d;return n.map(p=>{let _=i(p),m=_.getFullYear(),g=_.getMonth(),v=_.getDate(),S=_.getHours(),M=_.getMinutes(),R=_.getSeconds(),T=m!=l&&a[2]||g!=c&&a[3]||v!=h&&a[4]||S!=u&&a[5]||M!=f&&a[6]||R!=d&&a[7]||a[1];return l=m,c=g,h=v,u=S,f=M,d=R,T(_)})}}function SR(i,t){let e=Cm(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function lm(i,t,e){return new Date(i,t,e)}function ly(i,t){return t(i)}var wR="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function cy(i,t){return(e,n,s,r)=>r==null?bm:t(i(n))}function AR(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function ER(i,t){return i.series[t].fill(i,t)}var TR={show:!0,live:!0,isolate:!1,mount:qC,markers:{show:!0,width:2,stroke:AR,fill:ER,dash:"solid"},idx:null,idxs:null,values:[]};function CR(i,t){let e=i.cursor.points,n=Fi(),s=e.size(i,t);en(n,ic,s),en(n,sc,s);let r=s/-2;en(n,"marginLeft",r),en(n,"marginTop",r);let o=e.width(i,t,s);return o&&en(n,"borderWidth",o),n}function RR(i,t){let e=i.series[t].points;return e._fill||e._stroke}function PR(i,t){let e=i.series[t].points;return e._stroke||e._fill}function IR(i,t){return i.series[t].points.size}var cm=[0,0];function LR(i,t,e){return cm[0]=t,cm[1]=e,cm}function ju(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function hm(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var DR={show:!0,x:!0,y:!0,lock:!1,move:LR,points:{one:!1,show:CR,size:IR,width:0,stroke:PR,fill:RR},bind:{mousedown:ju,mouseup:ju,click:ju,dblclick:ju,mousemove:hm,mouseleave:hm,mouseenter:hm},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Hy={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Pm=Sn({},Hy,{filter:Ry}),Wy=Sn({},Pm,{size:10}),Xy=Sn({},Hy,{show:!1}),Im='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',qy="bold "+Im,Yy=1.5,hy={show:!0,scale:"x",stroke:Mm,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:qy,side:2,grid:Pm,ticks:Wy,border:Xy,font:Im,lineGap:Yy,rotate:0},NR="Value",UR="Time",uy={show:!0,scale:"x",auto:!1,sorted:1,min:$e,max:-$e,idxs:[]};function OR(i,t,e,n,s){return t.map(r=>r==null?"":Em(r))}function FR(i,t,e,n,s,r,o){let a=[],l=Sr.get(s)||0;e=o?e:Ze(rf(e,s),l);for(let c=e;c<=n;c=Ze(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function gm(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?qs:Ey,h=Ti(c(e));s=ha(l,h),l==10&&(s=Kr[es(s,Kr)]);let u=e,f=s*l;l==10&&(f=Kr[es(f,Kr)]);do a.push(u),u=u+s,l==10&&!Sr.has(u)&&(u=Ze(u,Sr.get(s))),u>=f&&(s=u,f=s*l,l==10&&(f=Kr[es(f,Kr)]));while(u<=n);return a}function BR(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?gm(i,t,li(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?gm(i,t,li(l,-n),-e,s):[l]).reverse().map(f=>-f).concat(h,c)}var $y=/./,kR=/[12357]/,zR=/[125]/,fy=/1/,_m=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function VR(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?$y:l(7,o)-h>=c?kR:l(5,o)-h>=c?zR:fy;if(u==fy){let f=Pn(l(1,o)-h);if(f<c)return _m(t.slice().reverse(),a.distr,u,Bi(c/f)).reverse()}return _m(t,a.distr,u,1)}function GR(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=Pn(l(1,o)-l(2,o));return c<a?_m(t.slice().reverse(),3,$y,Bi(a/c)).reverse():t}function HR(i,t,e,n){return n==null?bm:t==null?"":Em(t)}var dy={show:!0,scale:"y",stroke:Mm,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:qy,side:3,grid:Pm,ticks:Wy,border:Xy,font:Im,lineGap:Yy,rotate:0};function WR(i,t){let e=3+(i||1)*2;return Ze(e*t,3)}function XR(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=Pn(o-r),l=i.series[t],c=a/(l.points.space*ke);return n[1]-n[0]<=c}var py={scale:null,auto:!0,sorted:0,min:$e,max:-$e},Zy=(i,t,e,n,s)=>s,my={show:!0,auto:!0,sorted:0,gaps:Zy,alpha:1,facets:[Sn({},py,{scale:"x"}),Sn({},py,{scale:"y"})]},gy={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Zy,alpha:1,points:{show:XR,filter:null},values:null,min:$e,max:-$e,idxs:[],path:null,clip:null};function qR(i,t,e,n,s){return e/10}var Ky={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},YR=Sn({},Ky,{time:!1,ori:1}),_y={};function jy(i,t){let e=_y[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(_y[i]=e)),e}var da=1,xm=2;function to(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],f=a.left,d=a.top,p=a.width,_=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,g,f,d,p,_,lf,ma,hf,Qy,ev):e(s,l,c,h,u,g,m,d,f,_,p,cf,ga,Nm,tv,nv)}function Lm(i,t){let e=0,n=0,s=Ue(i.bands,Tm);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function $R(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Ys(i,t,e,n,s,r){return to(i,t,(o,a,l,c,h,u,f,d,p,_,m)=>{let g=o.pxRound,v=c.dir*(c.ori==0?1:-1),S=c.ori==0?ma:ga,M,R;v==1?(M=e,R=n):(M=n,R=e);let T=g(u(a[M],c,_,d)),x=g(f(l[M],h,m,p)),w=g(u(a[R],c,_,d)),F=g(f(r==1?h.max:h.min,h,m,p)),D=new Path2D(s);return S(D,w,F),S(D,T,F),S(D,T,x),D})}function af(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?hf:Nm,l=e;for(let u=0;u<i.length;u++){let f=i[u];if(f[1]>f[0]){let d=f[0]-l;d>0&&a(o,l,n,d,n+r),l=f[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function ZR(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Dm(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,f=c;if(s==1)for(;++c<=n&&t[c]===null;)f=c;else for(;--c>=e&&t[c]===null;)f=c;let d=r(i[u]),p=f==u?d:r(i[f]),_=u-s;d=o<=0&&_>=0&&_<l?r(i[_]):d;let g=f+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=d&&a.push([d,p])}return a}function xy(i){return i==0?Cy:i==1?Rn:t=>Zr(t,i)}function Jy(i){let t=i==0?lf:cf,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=ns(c,a/2,l/2),h=ns(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var lf=(i,t,e)=>{i.moveTo(t,e)},cf=(i,t,e)=>{i.moveTo(e,t)},ma=(i,t,e)=>{i.lineTo(t,e)},ga=(i,t,e)=>{i.lineTo(e,t)},hf=Jy(0),Nm=Jy(1),Qy=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},tv=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},ev=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},nv=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function iv(i){return(t,e,n,s,r)=>to(t,e,(o,a,l,c,h,u,f,d,p,_,m)=>{let{pxRound:g,points:v}=o,S,M;c.ori==0?(S=lf,M=Qy):(S=cf,M=tv);let R=Ze(v.width*ke,3),T=(v.size-v.width)/2*ke,x=Ze(T*2,3),w=new Path2D,F=new Path2D,{left:D,top:L,width:G,height:W}=t.bbox;hf(F,D-x,L-x,G+x*2,W+x*2);let N=H=>{if(l[H]!=null){let Y=g(u(a[H],c,_,d)),V=g(f(l[H],h,m,p));S(w,Y+T,V),M(w,Y,V,T,0,Ju*2)}};if(r)r.forEach(N);else for(let H=n;H<=s;H++)N(H);return{stroke:R>0?w:null,fill:w,clip:F,flags:da|xm}})}function sv(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var KR=sv(ma),jR=sv(ga);function rv(i){let t=Ue(i?.alignGaps,0);return(e,n,s,r)=>to(e,n,(o,a,l,c,h,u,f,d,p,_,m)=>{[s,r]=nf(l,s,r);let g=o.pxRound,v=W=>g(u(W,c,_,d)),S=W=>g(f(W,h,m,p)),M,R;c.ori==0?(M=ma,R=KR):(M=ga,R=jR);let T=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:da},w=x.stroke,F=!1;if(r-s>=_*4){let W=ht=>e.posToVal(ht,c.key,!0),N=null,H=null,Y,V,ct,$=v(a[T==1?s:r]),J=v(a[s]),et=v(a[r]),ut=W(T==1?J+1:et-1);for(let ht=T==1?s:r;ht>=s&&ht<=r;ht+=T){let Q=a[ht],yt=(T==1?Q<ut:Q>ut)?$:v(Q),Lt=l[ht];yt==$?Lt!=null?(V=Lt,N==null?(M(w,yt,S(V)),Y=N=H=V):V<N?N=V:V>H&&(H=V)):Lt===null&&(F=!0):(N!=null&&R(w,$,S(N),S(H),S(Y),S(V)),Lt!=null?(V=Lt,M(w,yt,S(V)),N=H=Y=V):(N=H=null,Lt===null&&(F=!0)),$=yt,ut=W($+T))}N!=null&&N!=H&&ct!=$&&R(w,$,S(N),S(H),S(Y),S(V))}else for(let W=T==1?s:r;W>=s&&W<=r;W+=T){let N=l[W];N===null?F=!0:N!=null&&M(w,v(a[W]),S(N))}let[L,G]=Lm(e,n);if(o.fill!=null||L!=0){let W=x.fill=new Path2D(w),N=o.fillTo(e,n,o.min,o.max,L),H=S(N),Y=v(a[s]),V=v(a[r]);T==-1&&([V,Y]=[Y,V]),M(W,V,H),M(W,Y,H)}if(!o.spanGaps){let W=[];F&&W.push(...Dm(a,l,s,r,T,v,t)),x.gaps=W=o.gaps(e,n,s,r,W),x.clip=af(W,c.ori,d,p,_,m)}return G!=0&&(x.band=G==2?[Ys(e,n,s,r,w,-1),Ys(e,n,s,r,w,1)]:Ys(e,n,s,r,w,G)),x})}function JR(i){let t=Ue(i.align,1),e=Ue(i.ascDesc,!1),n=Ue(i.alignGaps,0),s=Ue(i.extend,!1);return(r,o,a,l)=>to(r,o,(c,h,u,f,d,p,_,m,g,v,S)=>{[a,l]=nf(u,a,l);let M=c.pxRound,{left:R,width:T}=r.bbox,x=J=>M(p(J,f,v,m)),w=J=>M(_(J,d,S,g)),F=f.ori==0?ma:ga,D={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:da},L=D.stroke,G=f.dir*(f.ori==0?1:-1),W=w(u[G==1?a:l]),N=x(h[G==1?a:l]),H=N,Y=N;s&&t==-1&&(Y=R,F(L,Y,W)),F(L,N,W);for(let J=G==1?a:l;J>=a&&J<=l;J+=G){let et=u[J];if(et==null)continue;let ut=x(h[J]),ht=w(et);t==1?F(L,ut,W):F(L,H,ht),F(L,ut,ht),W=ht,H=ut}let V=H;s&&t==1&&(V=R+T,F(L,V,W));let[ct,$]=Lm(r,o);if(c.fill!=null||ct!=0){let J=D.fill=new Path2D(L),et=c.fillTo(r,o,c.min,c.max,ct),ut=w(et);F(J,V,ut),F(J,Y,ut)}if(!c.spanGaps){let J=[];J.push(...Dm(h,u,a,l,G,x,n));let et=c.width*ke/2,ut=e||t==1?et:-et,ht=e||t==-1?-et:et;J.forEach(Q=>{Q[0]+=ut,Q[1]+=ht}),D.gaps=J=c.gaps(r,o,a,l,J),D.clip=af(J,f.ori,m,g,v,S)}return $!=0&&(D.band=$==2?[Ys(r,o,a,l,L,-1),Ys(r,o,a,l,L,1)]:Ys(r,o,a,l,L,$)),D})}function yy(i,t,e,n,s,r,o=$e){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=Pn(i[l]-i[a]);h<c&&(c=h,o=Pn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function QR(i){i=i||ac;let t=Ue(i.size,[.6,$e,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Pe(s),o=1-t[0],a=Ue(t[1],$e),l=Ue(t[2],1),c=Ue(i.disp,ac),h=Ue(i.each,d=>{}),{fill:u,stroke:f}=c;return(d,p,_,m)=>to(d,p,(g,v,S,M,R,T,x,w,F,D,L)=>{let G=g.pxRound,W=e,N=n*ke,H=a*ke,Y=l*ke,V,ct;M.ori==0?[V,ct]=r(d,p):[ct,V]=r(d,p);let $=M.dir*(M.ori==0?1:-1),J=M.ori==0?hf:Nm,et=M.ori==0?h:(bt,Yt,fe,At,ze,Kt,ee)=>{h(bt,Yt,fe,ze,At,ee,Kt)},ut=Ue(d.bands,Tm).find(bt=>bt.series[0]==p),ht=ut!=null?ut.dir:0,Q=g.fillTo(d,p,g.min,g.max,ht),_t=G(x(Q,R,L,F)),yt,Lt,wt,Gt=D,oe=G(g.width*ke),Jt=!1,ae=null,se=null,ot=null,vt=null;u!=null&&(oe==0||f!=null)&&(Jt=!0,ae=u.values(d,p,_,m),se=new Map,new Set(ae).forEach(bt=>{bt!=null&&se.set(bt,new Path2D)}),oe>0&&(ot=f.values(d,p,_,m),vt=new Map,new Set(ot).forEach(bt=>{bt!=null&&vt.set(bt,new Path2D)})));let{x0:xt,size:Bt}=c;if(xt!=null&&Bt!=null){W=1,v=xt.values(d,p,_,m),xt.unit==2&&(v=v.map(fe=>d.posToVal(w+fe*D,M.key,!0)));let bt=Bt.values(d,p,_,m);Bt.unit==2?Lt=bt[0]*D:Lt=T(bt[0],M,D,w)-T(0,M,D,w),Gt=yy(v,S,T,M,D,w,Gt),wt=Gt-Lt+N}else Gt=yy(v,S,T,M,D,w,Gt),wt=Gt*o+N,Lt=Gt-wt;wt<1&&(wt=0),oe>=Lt/2&&(oe=0),wt<5&&(G=Cy);let Dt=wt>0,ie=Gt-wt-(Dt?oe:0);Lt=G(mm(ie,Y,H)),yt=(W==0?Lt/2:W==$?0:Lt)-W*$*((W==0?N/2:0)+(Dt?oe/2:0));let kt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},xe=Jt?null:new Path2D,me=null;if(ut!=null)me=d.data[ut.series[1]];else{let{y0:bt,y1:Yt}=c;bt!=null&&Yt!=null&&(S=Yt.values(d,p,_,m),me=bt.values(d,p,_,m))}let Me=V*Lt,O=ct*Lt;for(let bt=$==1?_:m;bt>=_&&bt<=m;bt+=$){let Yt=S[bt];if(Yt==null)continue;if(me!=null){let q=me[bt]??0;if(Yt-q==0)continue;_t=x(q,R,L,F)}let fe=M.distr!=2||c!=null?v[bt]:bt,At=T(fe,M,D,w),ze=x(Ue(Yt,Q),R,L,F),Kt=G(At-yt),ee=G(li(ze,_t)),P=G(ns(ze,_t)),b=ee-P;if(Yt!=null){let q=Yt<0?O:Me,dt=Yt<0?Me:O;Jt?(oe>0&&ot[bt]!=null&&J(vt.get(ot[bt]),Kt,P+Ti(oe/2),Lt,li(0,b-oe),q,dt),ae[bt]!=null&&J(se.get(ae[bt]),Kt,P+Ti(oe/2),Lt,li(0,b-oe),q,dt)):J(xe,Kt,P+Ti(oe/2),Lt,li(0,b-oe),q,dt),et(d,p,bt,Kt-oe/2,P,Lt+oe,b)}}return oe>0?kt.stroke=Jt?vt:xe:Jt||(kt._fill=g.width==0?g._fill:g._stroke??g._fill,kt.width=0),kt.fill=Jt?se:xe,kt})}function tP(i,t){let e=Ue(t?.alignGaps,0);return(n,s,r,o)=>to(n,s,(a,l,c,h,u,f,d,p,_,m,g)=>{[r,o]=nf(c,r,o);let v=a.pxRound,S=V=>v(f(V,h,m,p)),M=V=>v(d(V,u,g,_)),R,T,x;h.ori==0?(R=lf,x=ma,T=ev):(R=cf,x=ga,T=nv);let w=h.dir*(h.ori==0?1:-1),F=S(l[w==1?r:o]),D=F,L=[],G=[];for(let V=w==1?r:o;V>=r&&V<=o;V+=w)if(c[V]!=null){let $=l[V],J=S($);L.push(D=J),G.push(M(c[V]))}let W={stroke:i(L,G,R,x,T,v),fill:null,clip:null,band:null,gaps:null,flags:da},N=W.stroke,[H,Y]=Lm(n,s);if(a.fill!=null||H!=0){let V=W.fill=new Path2D(N),ct=a.fillTo(n,s,a.min,a.max,H),$=M(ct);x(V,D,$),x(V,F,$)}if(!a.spanGaps){let V=[];V.push(...Dm(l,c,r,o,w,S,e)),W.gaps=V=a.gaps(n,s,r,o,V),W.clip=af(V,h.ori,p,_,m,g)}return Y!=0&&(W.band=Y==2?[Ys(n,s,r,o,N,-1),Ys(n,s,r,o,N,1)]:Ys(n,s,r,o,N,Y)),W})}function eP(i){return tP(nP,i)}function nP(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let f=0;f<o-1;f++)h[f]=t[f+1]-t[f],u[f]=i[f+1]-i[f],c[f]=h[f]/u[f];l[0]=c[0];for(let f=1;f<o-1;f++)c[f]===0||c[f-1]===0||c[f-1]>0!=c[f]>0?l[f]=0:(l[f]=3*(u[f-1]+u[f])/((2*u[f]+u[f-1])/c[f-1]+(u[f]+2*u[f-1])/c[f]),isFinite(l[f])||(l[f]=0));l[o-1]=c[o-2];for(let f=0;f<o-1;f++)s(a,i[f]+u[f]/3,t[f]+l[f]*u[f]/3,i[f+1]-u[f]/3,t[f+1]-l[f+1]*u[f]/3,i[f+1],t[f+1])}return a}var ym=new Set;function vy(){for(let i of ym)i.syncRect(!0)}pa&&(Jr(OC,ca,vy),Jr(FC,ca,vy,!0),Jr(Qu,ca,()=>{gn.pxRatio=ke}));var iP=rv(),sP=iv();function My(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>vm(r,o,t,e))}function rP(i,t){return i.map((e,n)=>n==0?{}:Sn({},t,e))}function vm(i,t,e,n){return Sn({},t==0?e:n,i)}function ov(i,t,e){return t==null?ua:[t,e]}var oP=ov;function aP(i,t,e){return t==null?ua:tf(t,e,Am,!0)}function av(i,t,e,n){return t==null?ua:sf(t,e,i.scales[n].log,!1)}var lP=av;function lv(i,t,e,n){return t==null?ua:wm(t,e,i.scales[n].log,!1)}var cP=lv;function hP(i,t,e,n,s){let r=li(Qx(i),Qx(t)),o=t-i,a=es(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Sr.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function by(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=Rn((e=+s)*ke))+"px"),[i,t,e]}function uP(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ze(t[2]*ke,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function gn(i,t,e){let n={mode:Ue(i.mode,1)},s=n.mode;function r(y,A,I,U){let X=A.valToPct(y);return U+I*(A.dir==-1?1-X:X)}function o(y,A,I,U){let X=A.valToPct(y);return U+I*(A.dir==-1?X:1-X)}function a(y,A,I,U){return A.ori==0?r(y,A,I,U):o(y,A,I,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Fi(xC);if(i.id!=null&&(c.id=i.id),Ei(c,i.class),i.title){let y=Fi(MC,c);y.textContent=i.title}let h=ts("canvas"),u=n.ctx=h.getContext("2d"),f=Fi(bC,c);Jr("click",f,y=>{y.target===p&&(je!=lo||nn!=co)&&Bn.click(n,y)},!0);let d=n.under=Fi(SC,f);f.appendChild(h);let p=n.over=Fi(wC,f);i=fa(i);let _=+Ue(i.pxAlign,1),m=xy(_);(i.plugins||[]).forEach(y=>{y.opts&&(i=y.opts(n,i)||i)});let g=i.ms||.001,v=n.series=s==1?My(i.series||[],uy,gy,!1):rP(i.series||[null],my),S=n.axes=My(i.axes||[],hy,dy,!0),M=n.scales={},R=n.bands=i.bands||[];R.forEach(y=>{y.fill=Pe(y.fill||null),y.dir=Ue(y.dir,-1)});let T=s==2?v[1].facets[0].scale:v[0].scale,x={axes:Ts,series:Ee},w=(i.drawOrder||["axes","series"]).map(y=>x[y]);function F(y){let A=y.distr==3?I=>qs(I>0?I:y.clamp(n,I,y.min,y.max,y.key)):y.distr==4?I=>am(I,y.asinh):y.distr==100?I=>y.fwd(I):I=>I;return I=>{let U=A(I),{_min:X,_max:j}=y,lt=j-X;return(U-X)/lt}}function D(y){let A=M[y];if(A==null){let I=(i.scales||ac)[y]||ac;if(I.from!=null){D(I.from);let U=Sn({},M[I.from],I,{key:y});U.valToPct=F(U),M[y]=U}else{A=M[y]=Sn({},y==T?Ky:YR,I),A.key=y;let U=A.time,X=A.range,j=br(X);if((y!=T||s==2&&!U)&&(j&&(X[0]==null||X[1]==null)&&(X={min:X[0]==null?Kx:{mode:1,hard:X[0],soft:X[0]},max:X[1]==null?Kx:{mode:1,hard:X[1],soft:X[1]}},j=!1),!j&&of(X))){let lt=X;X=(mt,Tt,zt)=>Tt==null?ua:tf(Tt,zt,lt)}A.range=Pe(X||(U?oP:y==T?A.distr==3?lP:A.distr==4?cP:ov:A.distr==3?av:A.distr==4?lv:aP)),A.auto=Pe(j?!1:A.auto),A.clamp=Pe(A.clamp||qR),A._min=A._max=null,A.valToPct=F(A)}}}D("x"),D("y"),s==1&&v.forEach(y=>{D(y.scale)}),S.forEach(y=>{D(y.scale)});for(let y in i.scales)D(y);let L=M[T],G=L.distr,W,N;L.ori==0?(Ei(c,yC),W=r,N=o):(Ei(c,vC),W=o,N=r);let H={};for(let y in M){let A=M[y];(A.min!=null||A.max!=null)&&(H[y]={min:A.min,max:A.max},A.min=A.max=null)}let Y=i.tzDate||(y=>new Date(Rn(y/g))),V=i.fmtDate||Cm,ct=g==1?yR(Y):bR(Y),$=ay(Y,oy(g==1?xR:MR,V)),J=cy(Y,ly(wR,V)),et=[],ut=n.legend=Sn({},TR,i.legend),ht=n.cursor=Sn({},DR,{drag:{y:s==2}},i.cursor),Q=ut.show,_t=ht.show,yt=ut.markers;ut.idxs=et,yt.width=Pe(yt.width),yt.dash=Pe(yt.dash),yt.stroke=Pe(yt.stroke),yt.fill=Pe(yt.fill);let Lt,wt,Gt,oe=[],Jt=[],ae,se=!1,ot={};if(ut.live){let y=v[1]?v[1].values:null;se=y!=null,ae=se?y(n,1,0):{_:0};for(let A in ae)ot[A]=bm}if(Q)if(Lt=ts("table",PC,c),Gt=ts("tbody",null,Lt),ut.mount(n,Lt),se){wt=ts("thead",null,Lt,Gt);let y=ts("tr",null,wt);ts("th",null,y);for(var vt in ae)ts("th",Fx,y).textContent=vt}else Ei(Lt,LC),ut.live&&Ei(Lt,IC);let xt={show:!0},Bt={show:!1};function Dt(y,A){if(A==0&&(se||!ut.live||s==2))return ua;let I=[],U=ts("tr",DC,Gt,Gt.childNodes[A]);Ei(U,y.class),y.show||Ei(U,jr);let X=ts("th",null,U);if(yt.show){let mt=Fi(NC,X);if(A>0){let Tt=yt.width(n,A);Tt&&(mt.style.border=Tt+"px "+yt.dash(n,A)+" "+yt.stroke(n,A)),mt.style.background=yt.fill(n,A)}}let j=Fi(Fx,X);y.label instanceof HTMLElement?j.appendChild(y.label):j.textContent=y.label,A>0&&(yt.show||(j.style.color=y.width>0?yt.stroke(n,A):yt.fill(n,A)),kt("click",X,mt=>{if(ht._lock)return;he(mt);let Tt=v.indexOf(y);if((mt.ctrlKey||mt.metaKey)!=ut.isolate){let zt=v.some((Vt,Xt)=>Xt>0&&Xt!=Tt&&Vt.show);v.forEach((Vt,Xt)=>{Xt>0&&as(Xt,zt?Xt==Tt?xt:Bt:xt,!0,vn.setSeries)})}else as(Tt,{show:!y.show},!0,vn.setSeries)},!1),ue&&kt(Vx,X,mt=>{ht._lock||(he(mt),as(v.indexOf(y),uo,!0,vn.setSeries))},!1));for(var lt in ae){let mt=ts("td",UC,U);mt.textContent="--",I.push(mt)}return[U,I]}let ie=new Map;function kt(y,A,I,U=!0){let X=ie.get(A)||{},j=ht.bind[y](n,A,I,U);j&&(Jr(y,A,X[y]=j),ie.set(A,X))}function xe(y,A,I){let U=ie.get(A)||{};for(let X in U)(y==null||X==y)&&(pm(X,A,U[X]),delete U[X]);y==null&&ie.delete(A)}let me=0,Me=0,O=0,bt=0,Yt=0,fe=0,At=Yt,ze=fe,Kt=O,ee=bt,P=0,b=0,q=0,dt=0;n.bbox={};let at=!1,St=!1,Et=!1,nt=!1,st=!1,gt=!1;function k(y,A,I){(I||y!=n.width||A!=n.height)&&rt(y,A),be(!1),Et=!0,St=!0,qn()}function rt(y,A){n.width=me=O=y,n.height=Me=bt=A,Yt=fe=0,Ct(),Qt();let I=n.bbox;P=I.left=Zr(Yt*ke,.5),b=I.top=Zr(fe*ke,.5),q=I.width=Zr(O*ke,.5),dt=I.height=Zr(bt*ke,.5)}let it=3;function Rt(){let y=!1,A=0;for(;!y;){A++;let I=ro(A),U=os(A);y=A==it||I&&U,y||(rt(n.width,n.height),St=!0)}}function Mt({width:y,height:A}){k(y,A)}n.setSize=Mt;function Ct(){let y=!1,A=!1,I=!1,U=!1;S.forEach((X,j)=>{if(X.show&&X._show){let{side:lt,_size:mt}=X,Tt=lt%2,zt=X.label!=null?X.labelSize:0,Vt=mt+zt;Vt>0&&(Tt?(O-=Vt,lt==3?(Yt+=Vt,U=!0):I=!0):(bt-=Vt,lt==0?(fe+=Vt,y=!0):A=!0))}}),ss[0]=y,ss[1]=I,ss[2]=A,ss[3]=U,O-=ki[1]+ki[3],Yt+=ki[3],bt-=ki[2]+ki[0],fe+=ki[0]}function Qt(){let y=Yt+O,A=fe+bt,I=Yt,U=fe;function X(j,lt){switch(j){case 1:return y+=lt,y-lt;case 2:return A+=lt,A-lt;case 3:return I-=lt,I+lt;case 0:return U-=lt,U+lt}}S.forEach((j,lt)=>{if(j.show&&j._show){let mt=j.side;j._pos=X(mt,j._size),j.label!=null&&(j._lpos=X(mt,j.labelSize))}})}if(ht.dataIdx==null){let y=ht.hover,A=y.skip=new Set(y.skip??[]);A.add(void 0);let I=y.prox=Pe(y.prox),U=y.bias??=0;ht.dataIdx=(X,j,lt,mt)=>{if(j==0)return lt;let Tt=lt,zt=I(X,j,lt,mt)??$e,Vt=zt>=0&&zt<$e,Xt=L.ori==0?O:bt,_e=ht.left,Oe=t[0],De=t[j];if(A.has(De[lt])){Tt=null;let Te=null,le=null,te;if(U==0||U==-1)for(te=lt;Te==null&&te-- >0;)A.has(De[te])||(Te=te);if(U==0||U==1)for(te=lt;le==null&&te++<De.length;)A.has(De[te])||(le=te);if(Te!=null||le!=null)if(Vt){let Qe=Te==null?-1/0:W(Oe[Te],L,Xt,0),hn=le==null?1/0:W(Oe[le],L,Xt,0),Nn=_e-Qe,Ye=hn-_e;Nn<=Ye?Nn<=zt&&(Tt=Te):Ye<=zt&&(Tt=le)}else Tt=le==null?Te:Te==null?le:lt-Te<=le-lt?Te:le}else Vt&&Pn(_e-W(Oe[lt],L,Xt,0))>zt&&(Tt=null);return Tt}}let he=y=>{ht.event=y};ht.idxs=et,ht._lock=!1;let ft=ht.points;ft.show=Pe(ft.show),ft.size=Pe(ft.size),ft.stroke=Pe(ft.stroke),ft.width=Pe(ft.width),ft.fill=Pe(ft.fill);let $t=n.focus=Sn({},i.focus||{alpha:.3},ht.focus),ue=$t.prox>=0,Nt=ue&&ft.one,ye=[],Ke=[],jn=[];function Sa(y,A){let I=ft.show(n,A);if(I instanceof HTMLElement)return Ei(I,RC),Ei(I,y.class),ys(I,-10,-10,O,bt),p.insertBefore(I,ye[A]),I}function no(y,A){if(s==1||A>0){let I=s==1&&M[y.scale].time,U=y.value;y.value=I?ny(U)?cy(Y,ly(U,V)):U||J:U||HR,y.label=y.label||(I?UR:NR)}if(Nt||A>0){y.width=y.width==null?1:y.width,y.paths=y.paths||iP||YC,y.fillTo=Pe(y.fillTo||$R),y.pxAlign=+Ue(y.pxAlign,_),y.pxRound=xy(y.pxAlign),y.stroke=Pe(y.stroke||null),y.fill=Pe(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let I=WR(li(1,y.width),1),U=y.points=Sn({},{size:I,width:li(1,I*.2),stroke:y.stroke,space:I*2,paths:sP,_stroke:null,_fill:null},y.points);U.show=Pe(U.show),U.filter=Pe(U.filter),U.fill=Pe(U.fill),U.stroke=Pe(U.stroke),U.paths=Pe(U.paths),U.pxAlign=y.pxAlign}if(Q){let I=Dt(y,A);oe.splice(A,0,I[0]),Jt.splice(A,0,I[1]),ut.values.push(null)}if(_t){et.splice(A,0,null);let I=null;Nt?A==0&&(I=Sa(y,A)):A>0&&(I=Sa(y,A)),ye.splice(A,0,I),Ke.splice(A,0,0),jn.splice(A,0,0)}Dn("addSeries",A)}function $f(y,A){A=A??v.length,y=s==1?vm(y,A,uy,gy):vm(y,A,{},my),v.splice(A,0,y),no(v[A],A)}n.addSeries=$f;function pc(y){if(v.splice(y,1),Q){ut.values.splice(y,1),Jt.splice(y,1);let A=oe.splice(y,1)[0];xe(null,A.firstChild),A.remove()}_t&&(et.splice(y,1),ye.splice(y,1)[0].remove(),Ke.splice(y,1),jn.splice(y,1)),Dn("delSeries",y)}n.delSeries=pc;let ss=[!1,!1,!1,!1];function ws(y,A){if(y._show=y.show,y.show){let I=y.side%2,U=M[y.scale];U==null&&(y.scale=I?v[1].scale:T,U=M[y.scale]);let X=U.time;y.size=Pe(y.size),y.space=Pe(y.space),y.rotate=Pe(y.rotate),br(y.incrs)&&y.incrs.forEach(lt=>{!Sr.has(lt)&&Sr.set(lt,Iy(lt))}),y.incrs=Pe(y.incrs||(U.distr==2?mR:X?g==1?_R:vR:Kr)),y.splits=Pe(y.splits||(X&&U.distr==1?ct:U.distr==3?gm:U.distr==4?BR:FR)),y.stroke=Pe(y.stroke),y.grid.stroke=Pe(y.grid.stroke),y.ticks.stroke=Pe(y.ticks.stroke),y.border.stroke=Pe(y.border.stroke);let j=y.values;y.values=br(j)&&!br(j[0])?Pe(j):X?br(j)?ay(Y,oy(j,V)):ny(j)?SR(Y,j):j||$:j||OR,y.filter=Pe(y.filter||(U.distr>=3&&U.log==10?VR:U.distr==3&&U.log==2?GR:Ry)),y.font=by(y.font),y.labelFont=by(y.labelFont),y._size=y.size(n,null,A,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(ss[A]=!0,y._el=Fi(AC,f))}}function As(y,A,I,U){let[X,j,lt,mt]=I,Tt=A%2,zt=0;return Tt==0&&(mt||j)&&(zt=A==0&&!X||A==2&&!lt?Rn(hy.size/3):0),Tt==1&&(X||lt)&&(zt=A==1&&!j||A==3&&!mt?Rn(dy.size/2):0),zt}let wa=n.padding=(i.padding||[As,As,As,As]).map(y=>Pe(Ue(y,As))),ki=n._padding=wa.map((y,A)=>y(n,A,ss,0)),ln,dn=null,pn=null,rs=s==1?v[0].idxs:null,mi=null,$s=!1;function Aa(y,A){if(t=y??[],n.data=n._data=t,s==2){ln=0;for(let I=1;I<v.length;I++)ln+=t[I][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),mi=t[0],ln=mi.length;let I=t;if(G==2){I=t.slice();let U=I[0]=Array(ln);for(let X=0;X<ln;X++)U[X]=X}n._data=t=I}if(be(!0),Dn("setData"),G==2&&(Et=!0),A!==!1){let I=L;I.auto(n,$s)?Ea():js(T,I.min,I.max),nt=nt||ht.left>=0,gt=!0,qn()}}n.setData=Aa;function Ea(){$s=!0;let y,A;s==1&&(ln>0?(dn=rs[0]=0,pn=rs[1]=ln-1,y=t[0][dn],A=t[0][pn],G==2?(y=dn,A=pn):y==A&&(G==3?[y,A]=sf(y,y,L.log,!1):G==4?[y,A]=wm(y,y,L.log,!1):L.time?A=y+Rn(86400/g):[y,A]=tf(y,A,Am,!0))):(dn=rs[0]=y=null,pn=rs[1]=A=null)),js(T,y,A)}let io,Zs,so,E,z,tt,Z,K,Pt,Ot;function It(y,A,I,U,X,j){y??=kx,I??=Tm,U??="butt",X??=kx,j??="round",y!=io&&(u.strokeStyle=io=y),X!=Zs&&(u.fillStyle=Zs=X),A!=so&&(u.lineWidth=so=A),j!=z&&(u.lineJoin=z=j),U!=tt&&(u.lineCap=tt=U),I!=E&&u.setLineDash(E=I)}function Ft(y,A,I,U){A!=Zs&&(u.fillStyle=Zs=A),y!=Z&&(u.font=Z=y),I!=K&&(u.textAlign=K=I),U!=Pt&&(u.textBaseline=Pt=U)}function jt(y,A,I,U,X=0){if(U.length>0&&y.auto(n,$s)&&(A==null||A.min==null)){let j=Ue(dn,0),lt=Ue(pn,U.length-1),mt=I.min==null?VC(U,j,lt,X,y.distr==3):[I.min,I.max];y.min=ns(y.min,I.min=mt[0]),y.max=li(y.max,I.max=mt[1])}}let de={min:null,max:null};function Ae(){for(let U in M){let X=M[U];H[U]==null&&(X.min==null||H[T]!=null&&X.auto(n,$s))&&(H[U]=de)}for(let U in M){let X=M[U];H[U]==null&&X.from!=null&&H[X.from]!=null&&(H[U]=de)}H[T]!=null&&be(!0);let y={};for(let U in H){let X=H[U];if(X!=null){let j=y[U]=fa(M[U],KC);if(X.min!=null)Sn(j,X);else if(U!=T||s==2)if(ln==0&&j.from==null){let lt=j.range(n,null,null,U);j.min=lt[0],j.max=lt[1]}else j.min=$e,j.max=-$e}}if(ln>0){v.forEach((U,X)=>{if(s==1){let j=U.scale,lt=H[j];if(lt==null)return;let mt=y[j];if(X==0){let Tt=mt.range(n,mt.min,mt.max,j);mt.min=Tt[0],mt.max=Tt[1],dn=es(mt.min,t[0]),pn=es(mt.max,t[0]),pn-dn>1&&(t[0][dn]<mt.min&&dn++,t[0][pn]>mt.max&&pn--),U.min=mi[dn],U.max=mi[pn]}else U.show&&U.auto&&jt(mt,lt,U,t[X],U.sorted);U.idxs[0]=dn,U.idxs[1]=pn}else if(X>0&&U.show&&U.auto){let[j,lt]=U.facets,mt=j.scale,Tt=lt.scale,[zt,Vt]=t[X],Xt=y[mt],_e=y[Tt];Xt!=null&&jt(Xt,H[mt],j,zt,j.sorted),_e!=null&&jt(_e,H[Tt],lt,Vt,lt.sorted),U.min=lt.min,U.max=lt.max}});for(let U in y){let X=y[U],j=H[U];if(X.from==null&&(j==null||j.min==null)){let lt=X.range(n,X.min==$e?null:X.min,X.max==-$e?null:X.max,U);X.min=lt[0],X.max=lt[1]}}}for(let U in y){let X=y[U];if(X.from!=null){let j=y[X.from];if(j.min==null)X.min=X.max=null;else{let lt=X.range(n,j.min,j.max,U);X.min=lt[0],X.max=lt[1]}}}let A={},I=!1;for(let U in y){let X=y[U],j=M[U];if(j.min!=X.min||j.max!=X.max){j.min=X.min,j.max=X.max;let lt=j.distr;j._min=lt==3?qs(j.min):lt==4?am(j.min,j.asinh):lt==100?j.fwd(j.min):j.min,j._max=lt==3?qs(j.max):lt==4?am(j.max,j.asinh):lt==100?j.fwd(j.max):j.max,A[U]=I=!0}}if(I){v.forEach((U,X)=>{s==2?X>0&&A.y&&(U._paths=null):A[U.scale]&&(U._paths=null)});for(let U in A)Et=!0,Dn("setScale",U);_t&&ht.left>=0&&(nt=gt=!0)}for(let U in H)H[U]=null}function Zt(y){let A=mm(dn-1,0,ln-1),I=mm(pn+1,0,ln-1);for(;y[A]==null&&A>0;)A--;for(;y[I]==null&&I<ln-1;)I++;return[A,I]}function Ee(){if(ln>0){let y=v.some(A=>A._focus)&&Ot!=$t.alpha;y&&(u.globalAlpha=Ot=$t.alpha),v.forEach((A,I)=>{if(I>0&&A.show&&(rn(I,!1),rn(I,!0),A._paths==null)){let U=Ot;Ot!=A.alpha&&(u.globalAlpha=Ot=A.alpha);let X=s==2?[0,t[I][0].length-1]:Zt(t[I]);A._paths=A.paths(n,I,X[0],X[1]),Ot!=U&&(u.globalAlpha=Ot=U)}}),v.forEach((A,I)=>{if(I>0&&A.show){let U=Ot;Ot!=A.alpha&&(u.globalAlpha=Ot=A.alpha),A._paths!=null&&We(I,!1);{let X=A._paths!=null?A._paths.gaps:null,j=A.points.show(n,I,dn,pn,X),lt=A.points.filter(n,I,j,X);(j||lt)&&(A.points._paths=A.points.paths(n,I,dn,pn,lt),We(I,!0))}Ot!=U&&(u.globalAlpha=Ot=U),Dn("drawSeries",I)}}),y&&(u.globalAlpha=Ot=1)}}function rn(y,A){let I=A?v[y].points:v[y];I._stroke=I.stroke(n,y),I._fill=I.fill(n,y)}function We(y,A){let I=A?v[y].points:v[y],{stroke:U,fill:X,clip:j,flags:lt,_stroke:mt=I._stroke,_fill:Tt=I._fill,_width:zt=I.width}=I._paths;zt=Ze(zt*ke,3);let Vt=null,Xt=zt%2/2;A&&Tt==null&&(Tt=zt>0?"#fff":mt);let _e=I.pxAlign==1&&Xt>0;if(_e&&u.translate(Xt,Xt),!A){let Oe=P-zt/2,De=b-zt/2,Te=q+zt,le=dt+zt;Vt=new Path2D,Vt.rect(Oe,De,Te,le)}A?Ht(mt,zt,I.dash,I.cap,Tt,U,X,lt,j):Xe(y,mt,zt,I.dash,I.cap,Tt,U,X,lt,Vt,j),_e&&u.translate(-Xt,-Xt)}function Xe(y,A,I,U,X,j,lt,mt,Tt,zt,Vt){let Xt=!1;Tt!=0&&R.forEach((_e,Oe)=>{if(_e.series[0]==y){let De=v[_e.series[1]],Te=t[_e.series[1]],le=(De._paths||ac).band;br(le)&&(le=_e.dir==1?le[0]:le[1]);let te,Qe=null;De.show&&le&&HC(Te,dn,pn)?(Qe=_e.fill(n,Oe)||j,te=De._paths.clip):le=null,Ht(A,I,U,X,Qe,lt,mt,Tt,zt,Vt,te,le),Xt=!0}}),Xt||Ht(A,I,U,X,j,lt,mt,Tt,zt,Vt)}let wn=da|xm;function Ht(y,A,I,U,X,j,lt,mt,Tt,zt,Vt,Xt){It(y,A,I,U,X),(Tt||zt||Xt)&&(u.save(),Tt&&u.clip(Tt),zt&&u.clip(zt)),Xt?(mt&wn)==wn?(u.clip(Xt),Vt&&u.clip(Vt),Ce(X,lt),_n(y,j,A)):mt&xm?(Ce(X,lt),u.clip(Xt),_n(y,j,A)):mt&da&&(u.save(),u.clip(Xt),Vt&&u.clip(Vt),Ce(X,lt),u.restore(),_n(y,j,A)):(Ce(X,lt),_n(y,j,A)),(Tt||zt||Xt)&&u.restore()}function _n(y,A,I){I>0&&(A instanceof Map?A.forEach((U,X)=>{u.strokeStyle=io=X,u.stroke(U)}):A!=null&&y&&u.stroke(A))}function Ce(y,A){A instanceof Map?A.forEach((I,U)=>{u.fillStyle=Zs=U,u.fill(I)}):A!=null&&y&&u.fill(A)}function Es(y,A,I,U){let X=S[y],j;if(U<=0)j=[0,0];else{let lt=X._space=X.space(n,y,A,I,U),mt=X._incrs=X.incrs(n,y,A,I,U,lt);j=hP(A,I,mt,U,lt)}return X._found=j}function xn(y,A,I,U,X,j,lt,mt,Tt,zt){let Vt=lt%2/2;_==1&&u.translate(Vt,Vt),It(mt,lt,Tt,zt,mt),u.beginPath();let Xt,_e,Oe,De,Te=X+(U==0||U==3?-j:j);I==0?(_e=X,De=Te):(Xt=X,Oe=Te);for(let le=0;le<y.length;le++)A[le]!=null&&(I==0?Xt=Oe=y[le]:_e=De=y[le],u.moveTo(Xt,_e),u.lineTo(Oe,De));u.stroke(),_==1&&u.translate(-Vt,-Vt)}function ro(y){let A=!0;return S.forEach((I,U)=>{if(!I.show)return;let X=M[I.scale];if(X.min==null){I._show&&(A=!1,I._show=!1,be(!1));return}else I._show||(A=!1,I._show=!0,be(!1));let j=I.side,lt=j%2,{min:mt,max:Tt}=X,[zt,Vt]=Es(U,mt,Tt,lt==0?O:bt);if(Vt==0)return;let Xt=X.distr==2,_e=I._splits=I.splits(n,U,mt,Tt,zt,Vt,Xt),Oe=X.distr==2?_e.map(te=>mi[te]):_e,De=X.distr==2?mi[_e[1]]-mi[_e[0]]:zt,Te=I._values=I.values(n,I.filter(n,Oe,U,Vt,De),U,Vt,De);I._rotate=j==2?I.rotate(n,Te,U,Vt):0;let le=I._size;I._size=Bi(I.size(n,Te,U,y)),le!=null&&I._size!=le&&(A=!1)}),A}function os(y){let A=!0;return wa.forEach((I,U)=>{let X=I(n,U,ss,y);X!=ki[U]&&(A=!1),ki[U]=X}),A}function Ts(){for(let y=0;y<S.length;y++){let A=S[y];if(!A.show||!A._show)continue;let I=A.side,U=I%2,X,j,lt=A.stroke(n,y),mt=I==0||I==3?-1:1,[Tt,zt]=A._found;if(A.label!=null){let ti=A.labelGap*mt,xi=Rn((A._lpos+ti)*ke);Ft(A.labelFont[0],lt,"center",I==2?"top":Bx),u.save(),U==1?(X=j=0,u.translate(xi,Rn(b+dt/2)),u.rotate((I==3?-Ju:Ju)/2)):(X=Rn(P+q/2),j=xi);let Tr=Ty(A.label)?A.label(n,y,Tt,zt):A.label;u.fillText(Tr,X,j),u.restore()}if(zt==0)continue;let Vt=M[A.scale],Xt=U==0?q:dt,_e=U==0?P:b,Oe=A._splits,De=Vt.distr==2?Oe.map(ti=>mi[ti]):Oe,Te=Vt.distr==2?mi[Oe[1]]-mi[Oe[0]]:Tt,le=A.ticks,te=A.border,Qe=le.show?le.size:0,hn=Rn(Qe*ke),Nn=Rn((A.alignTo==2?A._size-Qe-A.gap:A.gap)*ke),Ye=A._rotate*-Ju/180,un=m(A._pos*ke),gi=(hn+Nn)*mt,Qn=un+gi;j=U==0?Qn:0,X=U==1?Qn:0;let Ri=A.font[0],zi=A.align==1?aa:A.align==2?sm:Ye>0?aa:Ye<0?sm:U==0?"center":I==3?sm:aa,cs=Ye||U==1?"middle":I==2?"top":Bx;Ft(Ri,lt,zi,cs);let _i=A.font[1]*A.lineGap,Pi=Oe.map(ti=>m(a(ti,Vt,Xt,_e))),Vi=A._values;for(let ti=0;ti<Vi.length;ti++){let xi=Vi[ti];if(xi!=null){U==0?X=Pi[ti]:j=Pi[ti],xi=""+xi;let Tr=xi.indexOf(`
`)==-1?[xi]:xi.split(/\n/gm);for(let ei=0;ei<Tr.length;ei++){let Mg=Tr[ei];Ye?(u.save(),u.translate(X,j+ei*_i),u.rotate(Ye),u.fillText(Mg,0,0),u.restore()):u.fillText(Mg,X,j+ei*_i)}}}le.show&&xn(Pi,le.filter(n,De,y,zt,Te),U,I,un,hn,Ze(le.width*ke,3),le.stroke(n,y),le.dash,le.cap);let hs=A.grid;hs.show&&xn(Pi,hs.filter(n,De,y,zt,Te),U,U==0?2:1,U==0?b:P,U==0?dt:q,Ze(hs.width*ke,3),hs.stroke(n,y),hs.dash,hs.cap),te.show&&xn([un],[1],U==0?1:0,U==0?1:2,U==1?b:P,U==1?dt:q,Ze(te.width*ke,3),te.stroke(n,y),te.dash,te.cap)}Dn("drawAxes")}function be(y){v.forEach((A,I)=>{I>0&&(A._paths=null,y&&(s==1?(A.min=null,A.max=null):A.facets.forEach(U=>{U.min=null,U.max=null})))})}let cn=!1,Jn=!1,qe=[];function yn(){Jn=!1;for(let y=0;y<qe.length;y++)Dn(...qe[y]);qe.length=0}function qn(){cn||(iR(ig),cn=!0)}function mc(y,A=!1){cn=!0,Jn=A,y(n),ig(),A&&qe.length>0&&queueMicrotask(yn)}n.batch=mc;function ig(){if(at&&(Ae(),at=!1),Et&&(Rt(),Et=!1),St){if(en(d,aa,Yt),en(d,"top",fe),en(d,ic,O),en(d,sc,bt),en(p,aa,Yt),en(p,"top",fe),en(p,ic,O),en(p,sc,bt),en(f,ic,me),en(f,sc,Me),h.width=Rn(me*ke),h.height=Rn(Me*ke),S.forEach(({_el:y,_show:A,_size:I,_pos:U,side:X})=>{if(y!=null)if(A){let j=X===3||X===0?I:0,lt=X%2==1;en(y,lt?"left":"top",U-j),en(y,lt?"width":"height",I),en(y,lt?"top":"left",lt?fe:Yt),en(y,lt?"height":"width",lt?bt:O),dm(y,jr)}else Ei(y,jr)}),io=Zs=so=z=tt=Z=K=Pt=E=null,Ot=1,Ra(!0),Yt!=At||fe!=ze||O!=Kt||bt!=ee){be(!1);let y=O/Kt,A=bt/ee;if(_t&&!nt&&ht.left>=0){ht.left*=y,ht.top*=A,oo&&ys(oo,Rn(ht.left),0,O,bt),ao&&ys(ao,0,Rn(ht.top),O,bt);for(let I=0;I<ye.length;I++){let U=ye[I];U!=null&&(Ke[I]*=y,jn[I]*=A,ys(U,Bi(Ke[I]),Bi(jn[I]),O,bt))}}if(Je.show&&!st&&Je.left>=0&&Je.width>0){Je.left*=y,Je.width*=y,Je.top*=A,Je.height*=A;for(let I in td)en(ho,I,Je[I])}At=Yt,ze=fe,Kt=O,ee=bt}Dn("setSize"),St=!1}me>0&&Me>0&&(u.clearRect(0,0,h.width,h.height),Dn("drawClear"),w.forEach(y=>y()),Dn("draw")),Je.show&&st&&(gc(Je),st=!1),_t&&nt&&(Er(null,!0,!1),nt=!1),ut.show&&ut.live&&gt&&(Jf(),gt=!1),l||(l=!0,n.status=1,Dn("ready")),$s=!1,cn=!1}n.redraw=(y,A)=>{Et=A||!1,y!==!1?js(T,L.min,L.max):qn()};function Zf(y,A){let I=M[y];if(I.from==null){if(ln==0){let U=I.range(n,A.min,A.max,y);A.min=U[0],A.max=U[1]}if(A.min>A.max){let U=A.min;A.min=A.max,A.max=U}if(ln>1&&A.min!=null&&A.max!=null&&A.max-A.min<1e-16)return;y==T&&I.distr==2&&ln>0&&(A.min=es(A.min,t[0]),A.max=es(A.max,t[0]),A.min==A.max&&A.max++),H[y]=A,at=!0,qn()}}n.setScale=Zf;let Kf,jf,oo,ao,sg,rg,lo,co,og,ag,je,nn,Ks=!1,Bn=ht.drag,In=Bn.x,Ln=Bn.y;_t&&(ht.x&&(Kf=Fi(TC,p)),ht.y&&(jf=Fi(CC,p)),L.ori==0?(oo=Kf,ao=jf):(oo=jf,ao=Kf),je=ht.left,nn=ht.top);let Je=n.select=Sn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),ho=Je.show?Fi(EC,Je.over?p:d):null;function gc(y,A){if(Je.show){for(let I in y)Je[I]=y[I],I in td&&en(ho,I,y[I]);A!==!1&&Dn("setSelect")}}n.setSelect=gc;function lM(y){if(v[y].show)Q&&dm(oe[y],jr);else if(Q&&Ei(oe[y],jr),_t){let I=Nt?ye[0]:ye[y];I!=null&&ys(I,-10,-10,O,bt)}}function js(y,A,I){Zf(y,{min:A,max:I})}function as(y,A,I,U){A.focus!=null&&dM(y),A.show!=null&&v.forEach((X,j)=>{j>0&&(y==j||y==null)&&(X.show=A.show,lM(j),s==2?(js(X.facets[0].scale,null,null),js(X.facets[1].scale,null,null)):js(X.scale,null,null),qn())}),I!==!1&&Dn("setSeries",y,A),U&&Pa("setSeries",n,y,A)}n.setSeries=as;function cM(y,A){Sn(R[y],A)}function hM(y,A){y.fill=Pe(y.fill||null),y.dir=Ue(y.dir,-1),A=A??R.length,R.splice(A,0,y)}function uM(y){y==null?R.length=0:R.splice(y,1)}n.addBand=hM,n.setBand=cM,n.delBand=uM;function fM(y,A){v[y].alpha=A,_t&&ye[y]!=null&&(ye[y].style.opacity=A),Q&&oe[y]&&(oe[y].style.opacity=A)}let Cs,Js,Ar,uo={focus:!0};function dM(y){if(y!=Ar){let A=y==null,I=$t.alpha!=1;v.forEach((U,X)=>{if(s==1||X>0){let j=A||X==0||X==y;U._focus=A?null:j,I&&fM(X,j?1:$t.alpha)}}),Ar=y,I&&qn()}}Q&&ue&&kt(Gx,Lt,y=>{ht._lock||(he(y),Ar!=null&&as(null,uo,!0,vn.setSeries))});function ls(y,A,I){let U=M[A];I&&(y=y/ke-(U.ori==1?fe:Yt));let X=O;U.ori==1&&(X=bt,y=X-y),U.dir==-1&&(y=X-y);let j=U._min,lt=U._max,mt=y/X,Tt=j+(lt-j)*mt,zt=U.distr;return zt==3?ha(10,Tt):zt==4?XC(Tt,U.asinh):zt==100?U.bwd(Tt):Tt}function pM(y,A){let I=ls(y,T,A);return es(I,t[0],dn,pn)}n.valToIdx=y=>es(y,t[0]),n.posToIdx=pM,n.posToVal=ls,n.valToPos=(y,A,I)=>M[A].ori==0?r(y,M[A],I?q:O,I?P:0):o(y,M[A],I?dt:bt,I?b:0),n.setCursor=(y,A,I)=>{je=y.left,nn=y.top,Er(null,A,I)};function lg(y,A){en(ho,aa,Je.left=y),en(ho,ic,Je.width=A)}function cg(y,A){en(ho,"top",Je.top=y),en(ho,sc,Je.height=A)}let Ta=L.ori==0?lg:cg,Ca=L.ori==1?lg:cg;function mM(){if(Q&&ut.live)for(let y=s==2?1:0;y<v.length;y++){if(y==0&&se)continue;let A=ut.values[y],I=0;for(let U in A)Jt[y][I++].firstChild.nodeValue=A[U]}}function Jf(y,A){if(y!=null&&(y.idxs?y.idxs.forEach((I,U)=>{et[U]=I}):ZC(y.idx)||et.fill(y.idx),ut.idx=et[0]),Q&&ut.live){for(let I=0;I<v.length;I++)(I>0||s==1&&!se)&&gM(I,et[I]);mM()}gt=!1,A!==!1&&Dn("setLegend")}n.setLegend=Jf;function gM(y,A){let I=v[y],U=y==0&&G==2?mi:t[y],X;se?X=I.values(n,y,A)??ot:(X=I.value(n,A==null?null:U[A],y,A),X=X==null?ot:{_:X}),ut.values[y]=X}function Er(y,A,I){og=je,ag=nn,[je,nn]=ht.move(n,je,nn),ht.left=je,ht.top=nn,_t&&(oo&&ys(oo,Rn(je),0,O,bt),ao&&ys(ao,0,Rn(nn),O,bt));let U,X=dn>pn;Cs=$e,Js=null;let j=L.ori==0?O:bt,lt=L.ori==1?O:bt;if(je<0||ln==0||X){U=ht.idx=null;for(let mt=0;mt<v.length;mt++){let Tt=ye[mt];Tt!=null&&ys(Tt,-10,-10,O,bt)}ue&&as(null,uo,!0,y==null&&vn.setSeries),ut.live&&(et.fill(U),gt=!0)}else{let mt,Tt,zt;s==1&&(mt=L.ori==0?je:nn,Tt=ls(mt,T),U=ht.idx=es(Tt,t[0],dn,pn),zt=W(t[0][U],L,j,0));let Vt=-10,Xt=-10,_e=0,Oe=0,De=!0,Te="",le="";for(let te=s==2?1:0;te<v.length;te++){let Qe=v[te],hn=et[te],Nn=hn==null?null:s==1?t[te][hn]:t[te][1][hn],Ye=ht.dataIdx(n,te,U,Tt),un=Ye==null?null:s==1?t[te][Ye]:t[te][1][Ye];if(gt=gt||un!=Nn||Ye!=hn,et[te]=Ye,te>0&&Qe.show){let gi=Ye==null?-10:Ye==U?zt:W(s==1?t[0][Ye]:t[te][0][Ye],L,j,0),Qn=un==null?-10:N(un,s==1?M[Qe.scale]:M[Qe.facets[1].scale],lt,0);if(ue&&un!=null){let Ri=L.ori==1?je:nn,zi=Pn($t.dist(n,te,Ye,Qn,Ri));if(zi<Cs){let cs=$t.bias;if(cs!=0){let _i=ls(Ri,Qe.scale),Pi=un>=0?1:-1,Vi=_i>=0?1:-1;Vi==Pi&&(Vi==1?cs==1?un>=_i:un<=_i:cs==1?un<=_i:un>=_i)&&(Cs=zi,Js=te)}else Cs=zi,Js=te}}if(gt||Nt){let Ri,zi;L.ori==0?(Ri=gi,zi=Qn):(Ri=Qn,zi=gi);let cs,_i,Pi,Vi,hs,ti,xi=!0,Tr=ft.bbox;if(Tr!=null){xi=!1;let ei=Tr(n,te);Pi=ei.left,Vi=ei.top,cs=ei.width,_i=ei.height}else Pi=Ri,Vi=zi,cs=_i=ft.size(n,te);if(ti=ft.fill(n,te),hs=ft.stroke(n,te),Nt)te==Js&&Cs<=$t.prox&&(Vt=Pi,Xt=Vi,_e=cs,Oe=_i,De=xi,Te=ti,le=hs);else{let ei=ye[te];ei!=null&&(Ke[te]=Pi,jn[te]=Vi,Zx(ei,cs,_i,xi),Yx(ei,ti,hs),ys(ei,Bi(Pi),Bi(Vi),O,bt))}}}}if(Nt){let te=$t.prox,Qe=Ar==null?Cs<=te:Cs>te||Js!=Ar;if(gt||Qe){let hn=ye[0];hn!=null&&(Ke[0]=Vt,jn[0]=Xt,Zx(hn,_e,Oe,De),Yx(hn,Te,le),ys(hn,Bi(Vt),Bi(Xt),O,bt))}}}if(Je.show&&Ks)if(y!=null){let[mt,Tt]=vn.scales,[zt,Vt]=vn.match,[Xt,_e]=y.cursor.sync.scales,Oe=y.cursor.drag;if(In=Oe._x,Ln=Oe._y,In||Ln){let{left:De,top:Te,width:le,height:te}=y.select,Qe=y.scales[Xt].ori,hn=y.posToVal,Nn,Ye,un,gi,Qn,Ri=mt!=null&&zt(mt,Xt),zi=Tt!=null&&Vt(Tt,_e);Ri&&In?(Qe==0?(Nn=De,Ye=le):(Nn=Te,Ye=te),un=M[mt],gi=W(hn(Nn,Xt),un,j,0),Qn=W(hn(Nn+Ye,Xt),un,j,0),Ta(ns(gi,Qn),Pn(Qn-gi))):Ta(0,j),zi&&Ln?(Qe==1?(Nn=De,Ye=le):(Nn=Te,Ye=te),un=M[Tt],gi=N(hn(Nn,_e),un,lt,0),Qn=N(hn(Nn+Ye,_e),un,lt,0),Ca(ns(gi,Qn),Pn(Qn-gi))):Ca(0,lt)}else ed()}else{let mt=Pn(og-sg),Tt=Pn(ag-rg);if(L.ori==1){let _e=mt;mt=Tt,Tt=_e}In=Bn.x&&mt>=Bn.dist,Ln=Bn.y&&Tt>=Bn.dist;let zt=Bn.uni;zt!=null?In&&Ln&&(In=mt>=zt,Ln=Tt>=zt,!In&&!Ln&&(Tt>mt?Ln=!0:In=!0)):Bn.x&&Bn.y&&(In||Ln)&&(In=Ln=!0);let Vt,Xt;In&&(L.ori==0?(Vt=lo,Xt=je):(Vt=co,Xt=nn),Ta(ns(Vt,Xt),Pn(Xt-Vt)),Ln||Ca(0,lt)),Ln&&(L.ori==1?(Vt=lo,Xt=je):(Vt=co,Xt=nn),Ca(ns(Vt,Xt),Pn(Xt-Vt)),In||Ta(0,j)),!In&&!Ln&&(Ta(0,0),Ca(0,0))}if(Bn._x=In,Bn._y=Ln,y==null){if(I){if(vg!=null){let[mt,Tt]=vn.scales;vn.values[0]=mt!=null?ls(L.ori==0?je:nn,mt):null,vn.values[1]=Tt!=null?ls(L.ori==1?je:nn,Tt):null}Pa(rm,n,je,nn,O,bt,U)}if(ue){let mt=I&&vn.setSeries,Tt=$t.prox;Ar==null?Cs<=Tt&&as(Js,uo,!0,mt):Cs>Tt?as(null,uo,!0,mt):Js!=Ar&&as(Js,uo,!0,mt)}}gt&&(ut.idx=U,Jf()),A!==!1&&Dn("setCursor")}let Qs=null;Object.defineProperty(n,"rect",{get(){return Qs==null&&Ra(!1),Qs}});function Ra(y=!1){y?Qs=null:(Qs=p.getBoundingClientRect(),Dn("syncRect",Qs))}function hg(y,A,I,U,X,j,lt){ht._lock||Ks&&y!=null&&y.movementX==0&&y.movementY==0||(Qf(y,A,I,U,X,j,lt,!1,y!=null),y!=null?Er(null,!0,!0):Er(A,!0,!1))}function Qf(y,A,I,U,X,j,lt,mt,Tt){if(Qs==null&&Ra(!1),he(y),y!=null)I=y.clientX-Qs.left,U=y.clientY-Qs.top;else{if(I<0||U<0){je=-10,nn=-10;return}let[zt,Vt]=vn.scales,Xt=A.cursor.sync,[_e,Oe]=Xt.values,[De,Te]=Xt.scales,[le,te]=vn.match,Qe=A.axes[0].side%2==1,hn=L.ori==0?O:bt,Nn=L.ori==1?O:bt,Ye=Qe?j:X,un=Qe?X:j,gi=Qe?U:I,Qn=Qe?I:U;if(De!=null?I=le(zt,De)?a(_e,M[zt],hn,0):-10:I=hn*(gi/Ye),Te!=null?U=te(Vt,Te)?a(Oe,M[Vt],Nn,0):-10:U=Nn*(Qn/un),L.ori==1){let Ri=I;I=U,U=Ri}}Tt&&(A==null||A.cursor.event.type==rm)&&((I<=1||I>=O-1)&&(I=Zr(I,O)),(U<=1||U>=bt-1)&&(U=Zr(U,bt))),mt?(sg=I,rg=U,[lo,co]=ht.move(n,I,U)):(je=I,nn=U)}let td={width:0,height:0,left:0,top:0};function ed(){gc(td,!1)}let ug,fg,dg,pg;function mg(y,A,I,U,X,j,lt){Ks=!0,In=Ln=Bn._x=Bn._y=!1,Qf(y,A,I,U,X,j,lt,!0,!1),y!=null&&(kt(om,um,gg,!1),Pa(zx,n,lo,co,O,bt,null));let{left:mt,top:Tt,width:zt,height:Vt}=Je;ug=mt,fg=Tt,dg=zt,pg=Vt}function gg(y,A,I,U,X,j,lt){Ks=Bn._x=Bn._y=!1,Qf(y,A,I,U,X,j,lt,!1,!0);let{left:mt,top:Tt,width:zt,height:Vt}=Je,Xt=zt>0||Vt>0,_e=ug!=mt||fg!=Tt||dg!=zt||pg!=Vt;if(Xt&&_e&&gc(Je),Bn.setScale&&Xt&&_e){let Oe=mt,De=zt,Te=Tt,le=Vt;if(L.ori==1&&(Oe=Tt,De=Vt,Te=mt,le=zt),In&&js(T,ls(Oe,T),ls(Oe+De,T)),Ln)for(let te in M){let Qe=M[te];te!=T&&Qe.from==null&&Qe.min!=$e&&js(te,ls(Te+le,te),ls(Te,te))}ed()}else ht.lock&&(ht._lock=!ht._lock,Er(A,!0,y!=null));y!=null&&(xe(om,um),Pa(om,n,je,nn,O,bt,null))}function _M(y,A,I,U,X,j,lt){if(ht._lock)return;he(y);let mt=Ks;if(Ks){let Tt=!0,zt=!0,Vt=10,Xt,_e;L.ori==0?(Xt=In,_e=Ln):(Xt=Ln,_e=In),Xt&&_e&&(Tt=je<=Vt||je>=O-Vt,zt=nn<=Vt||nn>=bt-Vt),Xt&&Tt&&(je=je<lo?0:O),_e&&zt&&(nn=nn<co?0:bt),Er(null,!0,!0),Ks=!1}je=-10,nn=-10,et.fill(null),Er(null,!0,!0),mt&&(Ks=mt)}function _g(y,A,I,U,X,j,lt){ht._lock||(he(y),Ea(),ed(),y!=null&&Pa(Hx,n,je,nn,O,bt,null))}function xg(){S.forEach(uP),k(n.width,n.height,!0)}Jr(Qu,ca,xg);let fo={};fo.mousedown=mg,fo.mousemove=hg,fo.mouseup=gg,fo.dblclick=_g,fo.setSeries=(y,A,I,U)=>{let X=vn.match[2];I=X(n,A,I),I!=-1&&as(I,U,!0,!1)},_t&&(kt(zx,p,mg),kt(rm,p,hg),kt(Vx,p,y=>{he(y),Ra(!1)}),kt(Gx,p,_M),kt(Hx,p,_g),ym.add(n),n.syncRect=Ra);let _c=n.hooks=i.hooks||{};function Dn(y,A,I){Jn?qe.push([y,A,I]):y in _c&&_c[y].forEach(U=>{U.call(null,n,A,I)})}(i.plugins||[]).forEach(y=>{for(let A in y.hooks)_c[A]=(_c[A]||[]).concat(y.hooks[A])});let yg=(y,A,I)=>I,vn=Sn({key:null,setSeries:!1,filters:{pub:ty,sub:ty},scales:[T,v[1]?v[1].scale:null],match:[ey,ey,yg],values:[null,null]},ht.sync);vn.match.length==2&&vn.match.push(yg),ht.sync=vn;let vg=vn.key,nd=jy(vg);function Pa(y,A,I,U,X,j,lt){vn.filters.pub(y,A,I,U,X,j,lt)&&nd.pub(y,A,I,U,X,j,lt)}nd.sub(n);function xM(y,A,I,U,X,j,lt){vn.filters.sub(y,A,I,U,X,j,lt)&&fo[y](null,A,I,U,X,j,lt)}n.pub=xM;function yM(){nd.unsub(n),ym.delete(n),ie.clear(),pm(Qu,ca,xg),c.remove(),Lt?.remove(),Dn("destroy")}n.destroy=yM;function id(){Dn("init",i,t),Aa(t||i.data,!1),H[T]?Zf(T,H[T]):Ea(),st=Je.show&&(Je.width>0||Je.height>0),nt=gt=!0,k(i.width,i.height)}return v.forEach(no),S.forEach(ws),e?e instanceof HTMLElement?(e.appendChild(c),id()):e(n,id):id(),n}gn.assign=Sn;gn.fmtNum=Em;gn.rangeNum=tf;gn.rangeLog=sf;gn.rangeAsinh=wm;gn.orient=to;gn.pxRatio=ke;gn.join=nR;gn.fmtDate=Cm,gn.tzDate=dR;gn.sync=jy;{gn.addGap=ZR,gn.clipGaps=af;let i=gn.paths={points:iv};i.linear=rv,i.stepped=JR,i.bars=QR,i.spline=eP}var cv='11px system-ui, "Segoe UI", sans-serif',uf=class{constructor(t){let{arrays:e,modes:n}=t;this.phases=n.phases,this.bodies=t.bodies.length,this.count=this.phases+1,this.times=Float64Array.from({length:this.count},(s,r)=>r/this.phases),this.start=0,this.end=1,this.rest={shifts:e.positions,turns:e.turns},this.shifts=e["modes.shifts"],this.turns=e["modes.turns"],this.mode=n.chosen,this.factor=1}place(t){let e=Math.min(Math.max(t,0),1)*this.phases,n=Math.min(Math.floor(e),this.phases);return{frame:n,part:e-n}}nearest(t){return Math.round(Math.min(Math.max(t,0),1)*this.phases)}sample(t,e,n,s){let r=l=>3*((this.mode*this.phases+l%this.phases)*this.bodies+e),[o,a]=[r(n),r(n+this.phases/2)];for(let l=0;l<3;l+=1){let[c,h]=[(t[o+l]-t[a+l])/2,(t[o+l]+t[a+l])/2];s.setComponent(l,this.factor*c+this.factor**2*h)}return s}between(t,e,n,s){return this.sample(t,e,n.frame,s),n.part>0&&s.lerp(this.sample(t,e,n.frame+1,hv),n.part),s}position(t,e,n=new C){return this.between(this.shifts,t,e,n),n.add(hv.fromArray(this.rest.shifts,3*t))}turn(t,e,n=new we){let s=this.between(this.turns,t,e,uv).length(),r=this.rest.turns;return Um.set(r[4*t+1],r[4*t+2],r[4*t+3],r[4*t]),s<1e-12?n.copy(Um).normalize():n.setFromAxisAngle(uv.divideScalar(s),s).multiply(Um).normalize()}},hv=new C,uv=new C,Um=new we,ff=class{constructor(t,e,n,s){Object.assign(this,{scene:t,clock:e,palette:n,changed:s,cards:[]}),this.modes=t.modes.list,this.rows=this.modes.map((o,a)=>this.row(o,a)),this.factor=B("input",{type:"range",min:0,max:2,step:.01,value:1,"aria-label":"Amplitude",title:"Amplitude; double-click for the first one",oninput:()=>this.scale(Number(this.factor.value)),ondblclick:()=>this.scale(1)}),this.reading=B("output",{class:"value"}),this.parts=B("tbody",{}),this.note=B("p",{class:"hint"});let r=B("tr",{},...["","Hz","damping",""].map(o=>B("th",{text:o,scope:"col"})));this.list=B("div",{class:"cards modes"},B("div",{class:"modelist",tabindex:0,role:"region","aria-label":"List of modes"},B("table",{"aria-label":"Modes"},B("thead",{},r),B("tbody",{},...this.rows))),B("label",{class:"amplitude"},B("span",{text:"Amplitude"}),this.factor,this.reading),B("table",{class:"parts","aria-label":"Coordinates of the mode"},B("thead",{},B("tr",{},...["Coordinate","amplitude","phase"].map(o=>B("th",{text:o,scope:"col"})))),this.parts),this.note),this.node=B("section",{class:"plots","aria-label":"Modes"},B("header",{},B("h2",{text:this.modes.length>1?`${this.modes.length} modes`:"Mode"})),this.list),t.modes.response&&this.addResponse(t.modes.response),this.show()}row(t,e){let n=re(String(e+1),`Show mode ${e+1}`,()=>this.choose(e)),s=t.frequency>0?[ve(t.frequency,4),`${ve(100*t.damping,3)} %`]:["\u2013",t.real===0?"neutral":`${ve(1/Math.abs(t.real),3)} s`],r=t.real>1e-9*Math.hypot(t.real,t.imaginary),o=r?"grows":t.frequency>0||t.real===0?"":"decays";return B("tr",{onclick:()=>this.choose(e)},B("td",{},n),...s.map(a=>B("td",{text:a})),B("td",{text:o,class:r?"open":"note"}))}get motion(){return this.clock.motion}choose(t){this.motion.mode=t,this.show(),this.changed()}scale(t){this.motion.factor=t,this.factor.value=String(t),this.show(),this.changed()}shown(t){return t==="rad"?["deg",180/Math.PI]:t==="m"?["mm",1e3]:[t,1]}show(){let{mode:t,factor:e}=this.motion,n=this.modes[t];this.rows.forEach((s,r)=>{s.classList.toggle("chosen",r===t),s.querySelector("button").setAttribute("aria-pressed",String(r===t))}),this.rows[t].scrollIntoView?.({block:"nearest"}),this.reading.textContent=`${ve(e,3)} \xD7`,this.parts.replaceChildren(...n.parts.map(({name:s,unit:r,size:o,phase:a})=>{let[l,c]=this.shown(r);return B("tr",{},B("td",{text:s,title:s}),B("td",{text:`${ve(c*o*n.amplitude*e,3)} ${sn(l)}`}),B("td",{text:`${Math.round(a)+0}\xB0`}))})),this.note.textContent=this.words(n);for(let s of this.charts??[])s.redraw()}words(t){let e=t.frequency>0?`Eigenvalue ${ve(t.real,4)} \xB1 ${ve(Math.abs(t.imaginary),5)} i 1/s; undamped ${ve(t.natural,5)} Hz.`:`Eigenvalue ${ve(t.real,5)} 1/s: no vibration; the picture swings along its direction.`,n=this.scene.modes.closed?t.closed?" Loops are closed at 1 \xD7.":" Loops are not closed: first order only.":"";return e+n}addResponse({pairs:t}){this.pair=B("select",{"aria-label":"Response",onchange:()=>this.drawResponse()},...t.map(([e,n],s)=>B("option",{value:s,text:`${e} by ${n}`}))),this.holders=["",""].map(()=>B("div",{class:"chart"})),this.list.append(B("article",{class:"card response"},B("div",{class:"top"},B("h2",{text:"Frequency response"}),this.pair),...this.holders)),this.drawResponse()}drawResponse(){for(let l of this.charts??[])l.destroy();let{arrays:t}=this.scene,e=Array.from(t["response.frequencies"]),n=Number(this.pair.value)*e.length,s=e.map((l,c)=>[t["response.real"][n+c],t["response.imaginary"][n+c]]),r=s.map(([l,c])=>Math.hypot(l,c)||null),o=0,a=s.map(([l,c])=>{let h=Math.atan2(c,l)*180/Math.PI;return o=h+360*Math.round((o-h)/360),o});this.charts=[this.chart(this.holders[0],e,r,"magnitude",3),this.chart(this.holders[1],e,a,"phase [deg]",1)],this.resize()}chart(t,e,n,s,r){let o={stroke:this.palette.rule,width:1},a={font:cv,labelFont:cv,stroke:this.palette.axis,grid:o,ticks:{...o,size:4}},l=(f,d)=>d.map(p=>p===null?"":ve(p,3)),c=(f,d)=>d.map(p=>Math.abs(Math.log10(p)-Math.round(Math.log10(p)))<1e-9?p:null),h={filter:c,grid:{...o,filter:c}},u=new gn({width:300,height:150,legend:{show:!1},padding:[8,14,0,0],cursor:{drag:{x:!1,y:!1},points:{show:!1},y:!1},scales:{x:{time:!1,distr:3},y:{distr:r}},axes:[{...a,size:28,space:40,values:l,label:"Hz",labelSize:14,labelGap:0},{...a,...r===3?h:{},size:58,values:l,label:s,labelSize:16,labelGap:0}],series:[{},{stroke:this.palette.lines[0],width:1.6,points:{show:!1}}],hooks:{draw:[f=>this.mark(f)]}},[e,n],t);return u.over.addEventListener("click",f=>{let d=u.posToVal(f.clientX-u.over.getBoundingClientRect().left,"x"),p=_=>_.frequency>0?Math.abs(Math.log(_.frequency/d)):1/0;this.choose(this.modes.reduce((_,m,g)=>p(m)<p(this.modes[_])?g:_,0))}),u}mark(t){let{frequency:e}=this.modes[this.motion.mode];if(!(e>0))return;let n=Math.round(t.valToPos(e,"x",!0))+.5;t.ctx.save(),t.ctx.strokeStyle=this.palette.ink,t.ctx.setLineDash([4,3]),t.ctx.beginPath(),t.ctx.moveTo(n,t.bbox.top),t.ctx.lineTo(n,t.bbox.top+t.bbox.height),t.ctx.stroke(),t.ctx.restore()}setPalette(t){this.palette=t,this.charts&&this.drawResponse()}resize(){let t=this.list.clientWidth-24;if(t>60)for(let e of this.charts??[])e.setSize({width:t,height:150})}updateAll(){}showGhosts(){}state(){let{mode:t,factor:e}=this.motion;return{mode:t,factor:e,charts:(this.charts??[]).length}}};var fP=[0,8,16];function Om(i,{clientX:t,clientY:e}){let n=i.stage.renderer.domElement.getBoundingClientRect(),s=new pt(2*(t-n.left)/n.width-1,1-2*(e-n.top)/n.height),r=new Fr;return r.setFromCamera(s,i.stage.camera),i.batches.picked(r)}function fv(i,{clientX:t,clientY:e}){for(let n of fP)for(let s=0;s<(n?8:1);s+=1){let[r,o]=[Math.cos(Math.PI*s/4),Math.sin(Math.PI*s/4)],a=Om(i,{clientX:t+n*r,clientY:e+n*o});if(a)return a}return null}var dv='11px system-ui, "Segoe UI", sans-serif',df=class{constructor(t,e,n,s){this.palette=n,this.scene=t,this.clock=e,this.cards=[],this.ghostsShown=!0,this.list=B("div",{class:"cards"}),this.empty=B("p",{class:"empty",text:"No plot is open. Add a channel with the button above."});let r=B("header",{},B("h2",{text:"Plots"}),re("Add","Add a plot (p)",()=>s(null),"plus"));this.node=B("section",{class:"plots","aria-label":"Plots"},r,this.list),this.choose=s,this.marks=()=>t.events.map(({name:o,t:a})=>({name:o,time:a}));for(let o of t.plots)this.add(o);this.note()}resume(t){let e=new Map(this.scene.channels.map((r,o)=>[r.name,o])),s=t.cards.map(r=>r.channels.map(o=>t.scene.channels[o].name)).map(r=>r.filter(o=>e.has(o)).map(o=>e.get(o)));if(t.scene.channels.length){for(let r of[...this.cards])this.remove(r);for(let r of s)r.length&&this.add(r)}}setPalette(t){this.palette=t;for(let e of this.cards)this.draw(e);this.resize()}color(t){let{lines:e}=this.palette;return e[t%e.length]}values(t){let{count:e,stride:n}=this.clock.motion,s=this.scene.arrays.channels.subarray(t*n,t*n+e);return Array.from(s,r=>Number.isFinite(r)?r:null)}times(){let{pace:t,motion:e}=this.clock;return Array.from(e.times.subarray(0,e.count),n=>t.factor*n)}renew(){for(let t of this.cards)this.measure(t,this.lines(t.channels)),t.chart.setData([this.times(),...t.values]),this.update(t)}measure(t,e){t.values=e.map(s=>this.values(s.line));let n=t.values.map(s=>s.reduce((r,o)=>Math.max(r,Math.abs(o??0)),0));t.least=dP[e[0]?.unit]??0,t.nothing=Math.max(1e-9*Math.max(...n),t.least)}ghostValues(t,e){let n=this.scene.arrays[`ghost${t}.channels`],s=this.clock.motion.count;return Array.from(n.subarray(e*s,(e+1)*s),r=>Number.isFinite(r)?r:null)}showGhosts(t){this.ghostsShown=t;for(let e of this.cards)this.draw(e);this.resize()}lines(t){return t.flatMap(e=>{let n=this.scene.channels[e];return n.components.map((s,r)=>({name:s?`${n.name}.${s}`:n.name,short:s||n.name,group:s?n.name:"",unit:n.units[r],unique:n.unique[r],about:n.description,line:n.line+r}))})}add(t){let e={channels:t};return e.legend=B("div",{class:"legend"}),e.holder=B("div",{class:"chart"}),e.node=B("article",{class:"card"},B("div",{class:"top"},e.legend,re("","Add a channel to this plot",()=>this.choose(e),"plus"),re("","Close this plot",()=>this.remove(e),"close")),e.holder),this.cards.push(e),this.list.append(e.node),this.draw(e),this.note(),this.resize(),e}remove(t){t.chart?.destroy(),t.node.remove(),this.cards=this.cards.filter(e=>e!==t),this.note(),this.resize()}note(){this.cards.length?this.empty.remove():this.list.append(this.empty)}extend(t,e){t.channels.includes(e)||t.channels.push(e),this.draw(t),this.resize()}draw(t){t.chart?.destroy();let e=this.lines(t.channels),n=e[0].unit,{pace:s}=this.clock,r={stroke:this.palette.rule,width:1},o={font:dv,labelFont:dv,stroke:this.palette.axis,grid:r,ticks:{...r,size:4}};this.measure(t,e),t.readings=e.map(()=>B("span",{class:"reading"})),t.legend.replaceChildren(...this.entries(e,t.readings));let a=this.ghostsShown?this.scene.ghosts.flatMap((h,u)=>e.map((f,d)=>({label:`${f.name}, ${h.name}`,values:this.ghostValues(u,f.line),stroke:`${this.color(d)}99`}))):[],l={width:300,height:160,legend:{show:!1},cursor:{drag:{x:!1,y:!1},points:{show:!1},y:!1},padding:[10,14,0,0],scales:{x:{time:!1},y:{range:(h,u,f)=>pP(u,f,t.least)}},hooks:{drawClear:[h=>this.drawMarks(h)]},axes:[{...o,size:s.seconds?42:26,space:56,label:s.seconds?`${s.name} [${s.unit}]`:void 0,labelSize:16,labelGap:0},{...o,size:58,space:(h,u,f,d,p)=>Math.max(14,p/9),label:sn(n)||" ",labelSize:16,labelGap:0,splits:Cu,values:(h,u)=>u.map(f=>ve(f,4))}],series:[{},...e.map((h,u)=>({label:h.name,stroke:this.color(u),width:1.6,pxAlign:0,dash:h.unique?void 0:[5,4],points:{show:this.clock.motion.count<2}})),...a.map(({label:h,stroke:u})=>({label:h,stroke:u,width:1.2,pxAlign:0,dash:[7,4],points:{show:!1}}))]},c=[...t.values,...a.map(h=>h.values)];t.chart=new gn(l,[this.times(),...c],t.holder),t.cursor=B("div",{class:"cursor"}),t.chart.over.append(t.cursor),t.moved="",this.seeking(t),this.update(t)}drawMarks(t){let{ctx:e,bbox:n}=t,s=devicePixelRatio;e.save(),e.strokeStyle=this.palette.axis,e.fillStyle=this.palette.axis,e.globalAlpha=.6,e.lineWidth=s,e.setLineDash([2*s,3*s]),e.font=`${10*s}px system-ui, sans-serif`,e.textBaseline="top",e.textAlign="left";let r=n.left;for(let{name:o,time:a}of this.marks()){let l=Math.round(t.valToPos(this.clock.pace.factor*a,"x",!0))+.5;if(!(l>=n.left&&l<=n.left+n.width))continue;e.beginPath(),e.moveTo(l,n.top),e.lineTo(l,n.top+n.height),e.stroke();let c=e.measureText(o).width;l<r||l+c+4*s>n.left+n.width||(e.fillText(o,l+3*s,n.top+2*s),r=l+c+8*s)}e.restore()}entries(t,e){let n="";return t.flatMap((s,r)=>{let o=B("span",{class:s.unique?"swatch":"swatch loose"});o.style.borderColor=this.color(r);let a=`${s.name}: ${s.about}${s.unique?"":" (not unique)"}`,l=s.group&&s.group!==n?[B("span",{class:"group",text:s.group})]:[];n=s.group;let c=B("span",{class:"entry",title:a},o,B("span",{class:"name",text:s.short}),e[r],s.unique?null:B("span",{class:"loose",text:"not unique"}));return[...l,c]})}seeking(t){let{over:e}=t.chart,n=s=>{let r=s.clientX-e.getBoundingClientRect().left;this.clock.seek(t.chart.posToVal(r,"x")/this.clock.pace.factor)};e.addEventListener("pointerdown",s=>{e.setPointerCapture(s.pointerId),n(s)}),e.addEventListener("pointermove",s=>{s.buttons&1&&n(s)})}update(t,e=!0){let n=t.chart.valToPos(this.clock.pace.factor*this.clock.time,"x"),s=this.clock.playing?0:1,r=`translateX(${n.toFixed(s)}px)`;r!==t.moved&&(t.cursor.style.transform=r),t.moved=r,e&&this.read(t)}read(t){let e=this.clock.motion.place(this.clock.time);t.values.forEach((n,s)=>{let[r,o]=[n[e.frame],n[e.frame+1]],a=r!==null&&e.part>0&&o!==void 0&&o!==null?r+e.part*(o-r):r,l=ve(a!==null&&Math.abs(a)<t.nothing?0:a,4);t.readings[s].textContent!==l&&(t.readings[s].textContent=l)})}updateAll(){let t=this.clock.due("plots");for(let e of this.cards)this.update(e,t)}resize(){let t=Math.max((this.list.clientHeight-10*this.cards.length)/Math.max(this.cards.length,1),150);for(let e of this.cards){let n=Math.min(t,340)-e.node.firstChild.offsetHeight-14,s=e.holder.clientWidth;s>40&&e.chart.setSize({width:s,height:Math.max(n,96)}),this.update(e)}}state(){return this.cards.map(t=>({channels:this.lines(t.channels).map(e=>e.name),unit:this.lines(t.channels)[0].unit,cursor:t.chart.posToVal(new DOMMatrix(t.cursor.style.transform).m41,"x")/this.clock.pace.factor}))}},dP={rad:1e-12,deg:1e-10};function pP(i,t,e=0){if(i===null||t===null||!Number.isFinite(i)||!Number.isFinite(t))return[-1,1];let n=Math.max(Math.abs(i),Math.abs(t));if(n<e)return[-1,1];let r=t-i>1e-5*n?.54*(t-i):.2*n||1,o=(i+t)/2;return[o-r,o+r]}var Fm=[{shadow:1,sharpness:1,coarse:!1},{shadow:4,sharpness:1,coarse:!1},{shadow:0,sharpness:1,coarse:!1},{shadow:0,sharpness:1,coarse:!0},{shadow:0,sharpness:.75,coarse:!0}],pf=class{constructor(t,e,n=null){this.stage=t,this.parts=e,this.full=n?.full??t.renderer.getPixelRatio(),this.usual=t.slow?1:this.full,this.learned=n?.learned??(t.slow?2:0),this.level=0,this.frames=0,this.spent=0,this.quiet=0,this.rest=n?.rest??180}frame(t,e){if(!t){this.quiet+=e,this.frames=0,this.spent=0,this.quiet>this.rest&&this.set(0);return}this.quiet===0&&(this.frames+=1,this.spent+=e),this.quiet=0,this.set(this.learned),this.frames>=3&&this.learn(this.spent/this.frames);let{shadow:n}=Fm[this.level];n>1&&this.frames%n===0&&(this.stage.renderer.shadowMap.needsUpdate=!0)}learn(t){let e=t>150?2:t>55?1:0;this.learned=Math.min(this.learned+e,Fm.length-1),this.frames=0,this.spent=0}set(t){if(t===this.level)return;this.level=t;let{shadow:e,sharpness:n,coarse:s}=Fm[t],{renderer:r,sun:o,shade:a}=this.stage;o.castShadow=e>0,a.visible=e>0,r.shadowMap.autoUpdate=e===1,r.shadowMap.needsUpdate=!0;let l=t?this.usual*n:this.full;r.getPixelRatio()!==l&&r.setPixelRatio(l);for(let c of this.parts)c.setCoarse(s);this.stage.changed=!0}};var mP=new C(0,0,1),gP=new C(1,1,1),vs=i=>new C().fromArray(i);function pv(i,t,e){let n=(s,r,o,a,l)=>{let c=a.clone().applyQuaternion(t[r].quaternion);c.applyQuaternion(t[s].quaternion.clone().invert()).normalize();let u={pose:new qt().compose(vs(o),new we().setFromUnitVectors(mP,c),gP),pick:s?{kind:"body",index:s}:null},f=Hs(l,i);e.add(t[s],di(l,.42*l,f),Iu,u),e.add(t[s],di(.62*l,.46*l,f),vr,u),e.add(t[s],di(.2*l,.52*l,20),Iu,u)};for(let{body:s,base:r,at:o,axis:a,radius:l}of i.wheels)n(s,r,o,vs(a),l);for(let s of i.tracks){let r=vs(s.e1).cross(vs(s.e2));for(let{body:o,at:a,radius:l}of s.wheels)o===s.base&&n(o,s.base,a,r,Math.abs(l))}}var mf=class{constructor(t,e,n){this.about=t,this.bodies=e,this.width=t.width??1.3*Math.min(...t.wheels.map(a=>Math.abs(a.radius))),this.thick=t.thick??0,this.points=Bm*t.wheels.length,this.geometry=new Fe,this.geometry.setAttribute("position",new Ie(new Float32Array(12*this.points),3));let s=[],r=t.open?this.points-1:this.points;for(let a=0;a<r;a+=1){let l=(a+1)%this.points;for(let c=0;c<4;c+=1){let[h,u]=[4*a+c,4*a+(c+1)%4],[f,d]=[4*l+c,4*l+(c+1)%4];s.push(h,u,f,f,u,d)}}this.geometry.setIndex(s);let o=qr(this.geometry,Iu,{side:zn,flatShading:!0});o.frustumCulled=!1,n.add(o)}update(){let{wheels:t,base:e,e1:n,e2:s,open:r}=this.about,o=this.bodies[e].quaternion,[a,l]=[vs(n).applyQuaternion(o),vs(s).applyQuaternion(o)],c=a.clone().cross(l).multiplyScalar(this.width/2),h=t.map(m=>Gn(this.bodies[m.body],vs(m.at))),u=h.map(m=>[m.dot(a),m.dot(l)]),f=t.length,d=u.map((m,g)=>yP(m,u[(g+1)%f],t[g].radius,t[(g+1)%f].radius)),p=this.geometry.attributes.position,_=0;for(let m=0;m<f;m+=1){let g=t[m].radius>=0?1:-1,v=d[(m+f-1)%f],S=d[m]-v;for(;S*g<-.5;)S+=g*2*Math.PI;for(;S*g>2*Math.PI-.5;)S-=g*2*Math.PI;r&&(m===0||m===f-1)&&(S=t[m].radius?g*xP:0,m===0&&(v=d[0]-S));for(let M=0;M<Bm;M+=1){let R=v+S*M/(Bm-1),T=t[m].radius*(this.thick?1:1.02),x=a.clone().multiplyScalar(Math.cos(R)).addScaledVector(l,Math.sin(R));for(let[w,F]of _P){let D=h[m].clone().addScaledVector(x,T+w*this.thick).addScaledVector(c,F);p.setXYZ(_,D.x,D.y,D.z),_+=1}}}p.needsUpdate=!0}},Bm=24,_P=[[-.5,-1],[-.5,1],[.5,1],[.5,-1]],xP=1.5*Math.PI;function yP([i,t],[e,n],s,r){let o=Math.atan2(n-t,e-i),a=Math.min(Math.max((s-r)/Math.hypot(e-i,n-t),-1),1);return o-Math.PI/2+Math.asin(a)}var gf=class{constructor(t,e,n){this.about=t,this.group=new On;let s=vs(t.along),r=vs(t.up),o=r.clone().cross(s),a=vs(t.origin);this.start=a.clone(),this.along=s;let l=(c,h,u)=>s.clone().multiplyScalar(c).addScaledVector(o,h).addScaledVector(r,u);this.surface=t.points?MP(t,l):vP(t,l),this.ticks=t.points?bP(t,l):SP(t,l,n),this.group.add(this.surface,this.ticks),this.group.position.copy(a),e[t.base].add(this.group)}setPalette(t){this.surface.material.color.set(t.road),this.ticks.material.color.set(t.tick)}update(t){this.group.position.copy(this.start).addScaledVector(this.along,-this.about.speed*t)}};function vP({x:i,height:t,sides:e},n){let s=Math.min(...t)-.04*(e[1]-e[0]),r=[];for(let h=0;h<i.length;h+=1){let u=[[e[0],s],[e[0],t[h]],[e[1],t[h]],[e[1],s]];for(let[f,d]of u)r.push(...n(i[h],f,d).toArray())}let o=[];for(let h=0;h+1<i.length;h+=1)for(let u=0;u<3;u+=1){let[f,d]=[4*h+u,4*h+4+u];o.push(f,d,f+1,f+1,d,d+1)}let a=new Fe;a.setAttribute("position",new Ie(new Float32Array(r),3)),a.setIndex(o);let l=a.toNonIndexed();l.computeVertexNormals();let c=qr(l,"#ffffff",{side:zn,roughness:.95});return c.castShadow=!1,c}function MP({points:i,columns:t,friction:e},n){let s=[];for(let h=0;h<i.length;h+=3)s.push(...n(i[h],i[h+1],i[h+2]).toArray());let r=[],o=i.length/3/t;for(let h=0;h+1<o;h+=1)for(let u=0;u+1<t;u+=1){let f=h*t+u;r.push(f,f+t,f+1,f+1,f+t,f+t+1)}let a=new Fe;a.setAttribute("position",new Ie(new Float32Array(s),3));let l=[];for(let h=0;h<i.length/3;h+=1){let u=e.length?1-Math.min(e[h],1):0;l.push(1-.5*u,1-.2*u,1+.25*u)}a.setAttribute("color",new Ie(new Float32Array(l),3)),a.setIndex(r),a.computeVertexNormals();let c=qr(a,"#ffffff",{side:zn,roughness:.95,vertexColors:!0});return c.castShadow=!1,c}function bP({points:i,columns:t,across:e,lift:n},s){let r=[],o=(c,h)=>{let u=3*(c*t+h);return s(i[u],i[u+1],i[u+2]+n).toArray()};for(let c of e)for(let h=0;h+1<t;h+=1)r.push(...o(c,h),...o(c,h+1));let a=i.length/3/t;for(let c of[0,t-1])for(let h=0;h+1<a;h+=1)r.push(...o(h,c),...o(h+1,c));let l=new Fe;return l.setAttribute("position",new Ie(new Float32Array(r),3)),new lr(l,new $i)}function SP({x:i,height:t,sides:e},n,s){let r=[],[o,a]=[i[0],i[i.length-1]],l=Math.min(Math.floor((a-o)/s),2e3);for(let h=Math.ceil(o/s);h<=Math.ceil(o/s)+l;h+=1){let u=h*s;if(u>a)break;let f=Math.max(i.findIndex(_=>_>=u),1),d=(u-i[f-1])/(i[f]-i[f-1]||1),p=t[f-1]+d*(t[f]-t[f-1])+.004*s;r.push(...n(u,e[0],p).toArray(),...n(u,e[1],p).toArray())}let c=new Fe;return c.setAttribute("position",new Ie(new Float32Array(r),3)),new lr(c,new $i)}var mv=new C(0,0,1);function km(i){let t=10**Math.floor(Math.log10(i)),e=i/t;return(e>=5?5:e>=2?2:1)*t}function wP(){let i=document.createElement("canvas").getContext("webgl2"),t=i?.getExtension("WEBGL_debug_renderer_info"),e=t?String(i.getParameter(t.UNMASKED_RENDERER_WEBGL)):"";return i?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|softpipe|software|basic render/i.test(e)}var _f=class{constructor(t,e,n=null){this.holder=e,[this.width,this.height]=[0,0],this.size=t.size,this.slow=n?n.slow:wP(),this.renderer=n?.renderer??new yu({antialias:!this.slow,preserveDrawingBuffer:!0}),n||this.renderer.setPixelRatio(this.slow?2:Math.min(window.devicePixelRatio||1,2)),this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Br,this.renderer.toneMapping=Tl,this.renderer.toneMappingExposure=1,this.renderer.domElement.setAttribute("tabindex","0"),e.prepend(this.renderer.domElement),this.scene=new Ka,this.perspective=new si(32,1,t.size*.01,t.size*60),this.orthographic=new Or(-1,1,1,-1,t.size*.01,t.size*60);for(let s of[this.perspective,this.orthographic])s.up.copy(mv);this.camera=this.perspective,this.halfHeight=t.size,this.world=new On,this.up=new C().fromArray(t.up),this.world.quaternion.copy(new we().setFromUnitVectors(this.up,mv)),this.world.updateMatrixWorld(!0),this.scene.add(this.world),this.addLight(),this.floor=this.floorHeight(t),this.addGround(t),this.focus=new C,this.changed=!1}addLight(){let t=this.size;this.scene.add(new Ml("#ffffff","#c8ced6",1.9)),this.scene.add(new Sl("#ffffff",.35)),this.sun=new Wo("#fff8ee",2.5),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(2048,2048),this.sun.shadow.radius=3,this.sun.shadow.normalBias=.0025*t,this.sun.shadow.bias=-2e-4;let e=.95*t;Object.assign(this.sun.shadow.camera,{left:-e,right:e,top:e,bottom:-e,near:.1*t,far:6*t}),this.fill=new Wo("#dfe9ff",.7),this.scene.add(this.sun,this.sun.target,this.fill,this.fill.target)}floorHeight(t){let e=new C().fromArray(t.origin),n=t.room.map(s=>new C().fromArray(s).sub(e).dot(this.up));return Math.min(...n)-6.5*t.radius}addGround(t){this.ground=new On;let e=this.size;this.step=km(e/6),this.gridded=!t.roads.length;let n=new bn(new Nr(2.6*e,2.6*e),new _l({opacity:.2}));n.receiveShadow=!0,n.position.z=-.001*e,this.ground.add(n),this.shade=n,this.ground.position.z=this.floor,this.ground.visible=!t.roads.length,this.scene.add(this.ground)}setPalette(t){this.scene.background=new Wt(t.background),this.shade.material.opacity=t.shadow,this.gridded&&(this.grid&&(this.ground.remove(this.grid),this.grid.geometry.dispose()),this.grid=AP(this.step,2.8*this.size,t),this.ground.add(this.grid))}moveTo(t){this.focus.copy(t);let e=this.size;this.sun.position.set(.9,-1.1,2.4).normalize().multiplyScalar(2.6*e).add(t),this.sun.target.position.copy(t),this.fill.position.set(-1.5,.6,.8).multiplyScalar(e).add(t),this.fill.target.position.copy(t),this.ground.position.x=Math.round(t.x/this.step)*this.step,this.ground.position.y=Math.round(t.y/this.step)*this.step;for(let n of[this.sun,this.fill])n.target.updateMatrixWorld()}resize(){let{clientWidth:t,clientHeight:e}=this.holder;return!t||!e||t===this.width&&e===this.height?!1:(this.setSize(t,e,!0),!0)}setSize(t,e,n){this.width=t,this.height=e;let s=this.renderer.getSize(new pt);(s.x!==t||s.y!==e)&&this.renderer.setSize(t,e,n),this.frame()}get aspect(){return this.height?this.width/this.height:1}frame(){let{aspect:t}=this,e=this.halfHeight;this.perspective.aspect=t,Object.assign(this.orthographic,{left:-e*t,right:e*t,top:e,bottom:-e});for(let n of[this.perspective,this.orthographic])n.updateProjectionMatrix()}render(){this.renderer.render(this.scene,this.camera)}};function AP(i,t,e){let n=new Wt(e.background),[s,r]=[new Wt(e.weak),new Wt(e.strong)],o=Math.ceil(t/i),a=8,l=[],c=[],h=(f,d,p)=>{let _=Math.min(Math.hypot(f,d)/t,1)**1.6;l.push(f,d,0),c.push(...p.clone().lerp(n,_).toArray())};for(let f=-o;f<=o;f+=1){let d=f%5===0?r:s;for(let p=0;p<a;p+=1){let[_,m]=[p,p+1].map(g=>t*(2*g/a-1));h(f*i,_,d),h(f*i,m,d),h(_,f*i,d),h(m,f*i,d)}}let u=new Fe;return u.setAttribute("position",new Ie(new Float32Array(l),3)),u.setAttribute("color",new Ie(new Float32Array(c),3)),new lr(u,new $i({vertexColors:!0,toneMapped:!1}))}function gv(i,t){i.cameras.resume(t.cameras),i.labels.visible=t.labels.visible,t.labels.axes&&i.toggleAxes(!0),t.clear&&i.toggleClear(!0),Object.assign(i.arrows.on,t.arrows.on),i.arrows.factor=t.arrows.factor,i.traces.visible=t.traces.visible,i.plots.resume(t.plots),i.update()}function _v(i,t){let{motion:e}=t,n=e.end-e.start||1,{pace:s}=t,r=Math.min(Math.max(3-Math.floor(Math.log10(n*s.factor)),s.seconds?0:2),6),o=re("","Play or pause (space)",()=>t.play(),"play");o.classList.add("play");let a=re("","Repeat (o)",()=>t.setLoop(),"loop"),l=B("select",{title:"Speed (+ and -)","aria-label":"Speed",onchange:()=>t.setSpeed(Number(l.value))});for(let _ of Qi)l.append(B("option",{value:_,text:`${_} \xD7`}));let c=B("input",{type:"range",min:0,max:1,step:"any",class:"slider","aria-label":s.name,oninput:()=>t.seek(e.start+n*Number(c.value))}),h=B("span",{class:"now"}),u="",f=-1,d=B("div",{class:"marks"});for(let _ of i.events){let m=B("span",{class:"mark",title:`${_.name}, ${_.t} s`});m.style.left=`${100*(_.t-e.start)/n}%`,d.append(m)}t.listen(()=>{let _=(t.time-e.start)/n,m=`${t.playing} ${t.loop} ${t.speed}`;m!==u&&(u=m,Eu(o,t.playing?"pause":"play"),o.setAttribute("aria-pressed",String(t.playing)),a.setAttribute("aria-pressed",String(t.loop)),l.value=String(t.speed));let g=Math.round(2e3*_);g===f&&t.playing||(f=g,c.value=String(_),c.style.setProperty("--part",`${100*_}%`),t.due("time")&&(h.textContent=t.text(t.time,r)))});let p=(..._)=>{let m=re("",..._);return m.classList.add("jump"),m};return B("footer",{class:"timeline"},B("div",{class:"buttons"},p("First frame (home)",()=>t.show(0),"first"),p("One frame back (left)",()=>t.step(-1),"back"),o,p("One frame forward (right)",()=>t.step(1),"next"),p("Last frame (end)",()=>t.show(e.count-1),"last"),a),h,B("div",{class:"track"},c,d),B("span",{class:"end",text:t.text(e.end,r)}),l)}var xv={iso:"Iso",front:"Front",right:"Right",top:"Top"},xf=class{constructor(t,e){this.view=e;let{arrows:n}=e;this.presets=nm.map((r,o)=>re(xv[r],`View: ${xv[r].toLowerCase()} (${o+1})`,()=>e.look(r))),this.toggles={labels:re("Labels","Show names (l)",()=>e.toggleLabels()),axes:re("Axes","Show the axes of joints, in which loads are given (a)",()=>e.toggleAxes()),traces:re("Traces","Show traces of points (t)",()=>e.toggleTraces()),ghosts:re("Ghost","Show the other run, translucent (c)",()=>e.toggleGhosts()),clear:re("Transparent","Transparent bodies (x)",()=>e.toggleClear()),orthographic:re("Orthographic","Parallel lines stay parallel (5)",()=>e.toggleOrthographic()),theme:re("","Dark or light",()=>e.theme.toggle(),"theme"),tree:re("","List of bodies and joints (b)",()=>e.toggleTree(),"tree"),plots:re("","Plots (g)",()=>e.togglePlots(),"chart")},this.arrowsMenu=n.present.length?this.arrowMenu(n,t):null;let s=re("","Tools",()=>{},"more");s.classList.add("more"),this.tools=B("div",{class:"tools"},B("div",{class:"set",role:"group","aria-label":"Views"},...this.presets,re("Fit","Fit to view (f)",()=>e.fit()),this.toggles.orthographic),B("div",{class:"set",role:"group","aria-label":"Shown"},this.toggles.labels,this.toggles.axes,this.toggles.traces,this.toggles.clear,t.ghosts.length?this.toggles.ghosts:null,this.arrowsMenu),B("div",{class:"set last",role:"group","aria-label":"Files and help"},re("Picture","Save picture as PNG",()=>e.save()),t.live?null:re("Film","Make a film",()=>e.filmSheet.open()),re("?","Keyboard shortcuts (h)",()=>e.help()))),this.node=B("header",{class:"bar"},this.toggles.tree,B("h1",{text:t.title,title:t.title}),this.tools,B("div",{class:"set right"},this.toggles.theme,t.channels.length||t.modes?this.toggles.plots:null,s)),this.fold=Lx(this.node,this.tools,s,e.ended.signal)}setPalette(t){for(let[e,n]of this.swatches??[])n.style.borderColor=t.arrows[e];this.toggles.theme.setAttribute("aria-pressed",String(this.view.theme.name==="dark"))}arrowMenu(t,e){this.boxes=new Map,this.swatches=[];let n=Wp.filter(o=>t.present.includes(o)).map(o=>{let a=B("input",{type:"checkbox",onchange:()=>this.view.setArrows(o.key,a.checked)}),l=B("span",{class:"swatch"});return this.swatches.push([o.color,l]),this.boxes.set(o.key,a),B("label",{},a,l,B("span",{text:o.text}))}),s=B("input",{type:"range",min:-1,max:1,step:.01,value:0,"aria-label":"Arrow size",oninput:()=>this.view.scaleArrows(10**Number(s.value))});this.scale=s;let r=e.joints.some(o=>!o.unique.flat().every(Boolean));return B("details",{class:"menu"},B("summary",{text:"Forces",title:"Force and moment arrows (r: reactions)"}),B("div",{class:"sheet"},...n,B("label",{class:"scale"},B("span",{text:"Size"}),s),r?B("p",{class:"hint"},B("span",{class:"swatch loose"}),B("span",{text:"Striped: not unique. Rigid-body mechanics does not determine how redundant joints share it; the minimum-norm values are shown."})):null))}update(){let{view:t}=this,e=(n,s)=>n.setAttribute("aria-pressed",String(s));e(this.toggles.labels,t.labels.visible),e(this.toggles.axes,t.labels.axes),e(this.toggles.traces,t.traces.visible&&t.traces.lines.size>0),e(this.toggles.clear,t.clear),e(this.toggles.orthographic,t.cameras.orthographic),e(this.toggles.ghosts,t.ghosts.visible),e(this.toggles.tree,!t.app.classList.contains("no-tree")),e(this.toggles.plots,!t.app.classList.contains("no-plots")),this.presets.forEach((n,s)=>e(n,nm[s]===t.cameras.preset));for(let[n,s]of this.boxes??[])s.checked=t.arrows.on[n]}};var yv=new mn,yf=new C,_a=class extends wl{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new Ne(t,3)),this.setAttribute("uv",new Ne(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new pr(e,6,1);return this.setAttribute("instanceStart",new qi(n,3,0)),this.setAttribute("instanceEnd",new qi(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new pr(e,6,1);return this.setAttribute("instanceColorStart",new qi(n,3,0)),this.setAttribute("instanceColorEnd",new qi(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new gl(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new mn);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),yv.setFromBufferAttribute(e),this.boundingBox.union(yv))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Si),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)yf.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(yf)),yf.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(yf));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ut.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new pt},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};ai.line={uniforms:Fl.merge([Ut.common,Ut.fog,Ut.line]),vertexShader:`
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
		`};var wr=class extends Di{constructor(t){super({type:"LineMaterial",uniforms:Fl.clone(ai.line.uniforms),vertexShader:ai.line.vertexShader,fragmentShader:ai.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var zm=new Ge,vv=new C,Mv=new C,Hn=new Ge,Wn=new Ge,Ms=new Ge,Vm=new C,Gm=new qt,Xn=new Al,bv=new C,vf=new mn,Mf=new Si,bs=new Ge,Ss,eo;function Sv(i,t,e){return bs.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),bs.multiplyScalar(1/bs.w),bs.x=eo/e.width,bs.y=eo/e.height,bs.applyMatrix4(i.projectionMatrixInverse),bs.multiplyScalar(1/bs.w),Math.abs(Math.max(bs.x,bs.y))}function EP(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){Xn.start.fromBufferAttribute(s,a),Xn.end.fromBufferAttribute(r,a),Xn.applyMatrix4(e);let c=new C,h=new C;Ss.distanceSqToSegment(Xn.start,Xn.end,h,c),h.distanceTo(c)<eo*.5&&t.push({point:h,pointOnLine:c,distance:Ss.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function TP(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;Ss.at(1,Ms),Ms.w=1,Ms.applyMatrix4(t.matrixWorldInverse),Ms.applyMatrix4(n),Ms.multiplyScalar(1/Ms.w),Ms.x*=r.x/2,Ms.y*=r.y/2,Ms.z=0,Vm.copy(Ms),Gm.multiplyMatrices(t.matrixWorldInverse,o);for(let f=0,d=h;f<d;f++){if(Hn.fromBufferAttribute(l,f),Wn.fromBufferAttribute(c,f),Hn.w=1,Wn.w=1,Hn.applyMatrix4(Gm),Wn.applyMatrix4(Gm),Hn.z>u&&Wn.z>u)continue;if(Hn.z>u){let S=Hn.z-Wn.z,M=(Hn.z-u)/S;Hn.lerp(Wn,M)}else if(Wn.z>u){let S=Wn.z-Hn.z,M=(Wn.z-u)/S;Wn.lerp(Hn,M)}Hn.applyMatrix4(n),Wn.applyMatrix4(n),Hn.multiplyScalar(1/Hn.w),Wn.multiplyScalar(1/Wn.w),Hn.x*=r.x/2,Hn.y*=r.y/2,Wn.x*=r.x/2,Wn.y*=r.y/2,Xn.start.copy(Hn),Xn.start.z=0,Xn.end.copy(Wn),Xn.end.z=0;let _=Xn.closestPointToPointParameter(Vm,!0);Xn.at(_,bv);let m=Ol.lerp(Hn.z,Wn.z,_),g=m>=-1&&m<=1,v=Vm.distanceTo(bv)<eo*.5;if(g&&v){Xn.start.fromBufferAttribute(l,f),Xn.end.fromBufferAttribute(c,f),Xn.start.applyMatrix4(o),Xn.end.applyMatrix4(o);let S=new C,M=new C;Ss.distanceSqToSegment(Xn.start,Xn.end,M,S),e.push({point:M,pointOnLine:S,distance:Ss.origin.distanceTo(M),object:i,face:null,faceIndex:f,uv:null,uv1:null})}}}var bf=class extends bn{constructor(t=new _a,e=new wr({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)vv.fromBufferAttribute(e,o),Mv.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+vv.distanceTo(Mv);let r=new pr(s,2,1);return t.setAttribute("instanceDistanceStart",new qi(r,1,0)),t.setAttribute("instanceDistanceEnd",new qi(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;Ss=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;eo=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),Mf.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=eo*.5;else{let u=Math.max(s.near,Mf.distanceToPoint(Ss.origin));c=Sv(s,u,l.resolution)}if(Mf.radius+=c,Ss.intersectsSphere(Mf)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),vf.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=eo*.5;else{let u=Math.max(s.near,vf.distanceToPoint(Ss.origin));h=Sv(s,u,l.resolution)}vf.expandByScalar(h),Ss.intersectsBox(vf)!==!1&&(n?EP(this,e):TP(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(zm),this.material.uniforms.resolution.value.set(zm.z,zm.w))}};var xa=class extends _a{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var Sf=class extends bf{constructor(t=new xa,e=new wr({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var ya=class{constructor(t,e,n){this.motion=t,this.scene=e,this.world=n,this.lines=new Map,this.visible=!0,this.coarse=!1,this.colors=["#1f6feb"]}setPalette(t){this.colors=t.lines;let e=0;for(let n of this.lines.values()){for(let s of n.nodes)s.material.color.set(this.colors[e%this.colors.length]);e+=1}}toggle(t,e,n){let s=this.lines.get(t);if(s){for(let u of s.nodes)this.world.remove(u),u.geometry.dispose(),u.material.dispose();this.lines.delete(t);return}let r=this.path(e,n),o=this.colors[this.lines.size%this.colors.length],a=[.4,1].map(u=>RP(r,o,u)),l=[[1,.35],[2,1]].map(([u,f])=>PP(r,o,u,f)),c=new bn(new ms(.5*this.scene.radius,16,12),new Os({color:o})),h=[...a,...l,c];for(let u of h)u.frustumCulled=!1;this.world.add(...h),this.lines.set(t,{nodes:h,thin:a,thick:l,dot:c,values:r,body:e,at:n})}retrace(){for(let[t,{body:e,at:n}]of[...this.lines])this.toggle(t),this.toggle(t,e,n)}path(t,e){let n=new Float32Array(3*this.motion.count),s=new C().fromArray(e),r=new C;for(let o=0;o<this.motion.count;o+=1){let a={frame:o,part:0};r.copy(s).applyQuaternion(this.motion.turn(t,a)).add(this.motion.position(t,a)),r.toArray(n,3*o)}return n}points(){return this.visible?[...this.lines.values()].map(t=>t.values):[]}has(t){return this.lines.has(t)}setCoarse(t){this.coarse=t,this.show()}show(){for(let{thin:t,thick:e,dot:n}of this.lines.values()){for(let s of t)s.visible=this.visible&&this.coarse;for(let s of e)s.visible=this.visible&&!this.coarse;n.visible=this.visible}}update(t){this.show();for(let{thin:e,thick:n,dot:s,values:r}of this.lines.values())e[1].geometry.setDrawRange(0,t.frame+1),n[1].geometry.instanceCount=t.frame,s.position.fromArray(r,3*t.frame),t.part>0&&s.position.lerp(CP.fromArray(r,3*t.frame+3),t.part)}},CP=new C;function RP(i,t,e){let n=new Fe;return n.setAttribute("position",new Ie(i,3)),new ko(n,new $i({color:t,transparent:e<1,opacity:e}))}function PP(i,t,e,n){let s=new xa().setPositions(i);return new Sf(s,new wr({color:t,linewidth:e,transparent:n<1,opacity:n}))}var Hm="sarrus.theme",IP=["#1f6feb","#d1601f","#16834a","#7a3fb0","#b8327a","#0f8a9d","#8a6d00","#5a6673"],LP=["#6ea8ff","#ff9d5c","#4cc38a","#c29bf5","#f27fb8","#4fc7da","#d9b94a","#a9b5c2"],wv={light:{background:"#f3f5f7",weak:"#dde2e7",strong:"#c6cdd5",shadow:.2,road:"#c9ced4",tick:"#aeb5bd",axis:"#5a6673",rule:"#e6eaee",ink:"#1c232b",label:"rgb(255 255 255 / 82%)",lines:IP,arrows:{force:"#c8322b",moment:"#7a3fb0",effort:"#16834a",acting:"#c26a00"},axes:["#c8322b","#16834a","#1f6feb"]},dark:{background:"#14181d",weak:"#29313a",strong:"#414c58",shadow:.45,road:"#3d464f",tick:"#5b6773",axis:"#9dabb9",rule:"#29313a",ink:"#e6ebf0",label:"rgb(29 35 42 / 82%)",lines:LP,arrows:{force:"#ff6f66",moment:"#bb93f7",effort:"#42c98a",acting:"#ffa53d"},axes:["#ff6f66","#42c98a","#6ea8ff"]}},wf=class{constructor(){this.listeners=[],this.system=window.matchMedia("(prefers-color-scheme: dark)"),this.system.addEventListener("change",()=>this.show(this.wanted)),window.addEventListener("beforeprint",()=>this.show("light")),window.addEventListener("afterprint",()=>this.show(this.wanted)),this.chosen=DP(),this.name="light",this.show(this.wanted)}get preferred(){return this.system.matches?"dark":"light"}get wanted(){return this.chosen??this.preferred}get palette(){return wv[this.name]}toggle(){let t=this.name==="dark"?"light":"dark";this.chosen=t===this.preferred?null:t,NP(this.chosen),this.show(t)}show(t){this.name=t,document.documentElement.dataset.theme=t;for(let e of this.listeners)e(this.palette)}listen(t){this.listeners.push(t),t(this.palette)}};function DP(){try{let i=window.localStorage.getItem(Hm);return i in wv?i:null}catch{return null}}function NP(i){try{i?window.localStorage.setItem(Hm,i):window.localStorage.removeItem(Hm)}catch{}}var UP=18,Af=class{constructor(t,e){this.choose=e,this.rows=new Map,this.details=B("section",{class:"details"});let n=B("input",{type:"search",placeholder:"Filter","aria-label":"Filter",class:"filter",oninput:()=>this.filter(n.value)});this.sections=[this.section("Bodies","body",t.bodies.slice(1).map((r,o)=>[r.name,"",ia(r.shapes[0]?.color,na(o+1))])),this.section("Joints","joint",t.joints.map(r=>[r.name,r.type])),this.section("Forces","force",t.forces.map(r=>[r.name,r.type.replaceAll("_"," ")])),this.section("Frames","frame",t.frames.map(r=>[r.name,t.bodies[r.body].name]))].filter(Boolean);let s=B("div",{class:"list"},...this.sections);this.node=B("aside",{class:"tree","aria-label":"Mechanism"},this.rows.size>UP?n:null,s,this.details)}section(t,e,n){if(!n.length)return null;let s=n.map(([o,a,l],c)=>{let h=e==="body"?c+1:c,u=B("span",{class:`dot ${e}`});l&&(u.style.background=l);let f=B("button",{type:"button",class:"row",title:o,onclick:()=>this.choose({kind:e,index:h})},u,B("span",{class:"name",text:o}),a?B("span",{class:"note",text:a}):null);return this.rows.set(`${e}:${h}`,f),f}),r=B("summary",{},B("span",{text:t}),B("span",{class:"count",text:String(n.length)}));return B("details",{open:n.length<=40},r,...s)}filter(t){let e=t.trim().toLowerCase();for(let n of this.rows.values())n.hidden=!n.title.toLowerCase().includes(e);if(e)for(let n of this.sections)n.open=!0}mark(t){for(let[e,n]of this.rows){let s=t!==null&&e===`${t.kind}:${t.index}`;n.classList.toggle("chosen",s),s&&n.scrollIntoView({block:"nearest"})}this.details.hidden=t===null}show(t,e,n,s){let r=B("dl",{},...n.flatMap(([a,l,c])=>[B("dt",{text:a}),Array.isArray(l)?B("dd",{},...l.map(([h,u])=>B("span",{text:h,class:u,title:u?"not unique":null}))):B("dd",{text:l,class:c??""})])),o=re("","Close",()=>this.choose(null),"close");this.details.replaceChildren(B("header",{},B("h2",{text:t,title:t}),o),B("p",{class:"note",text:e}),r,B("div",{class:"actions"},...s.map(([a,l,c])=>B("button",{type:"button",text:a,onclick:c,"aria-pressed":String(l)}))))}};var Wm="http://www.w3.org/2000/svg",Ef=34,Tf=class{constructor(t){this.svg=document.createElementNS(Wm,"svg"),this.svg.setAttribute("viewBox","-48 -48 96 96"),this.svg.setAttribute("class","triad"),this.axes=["x","y","z"].map((e,n)=>{let s=document.createElementNS(Wm,"line"),r=document.createElementNS(Wm,"text");return s.setAttribute("class",`axis-${e}`),r.setAttribute("class",`axis-${e}`),r.textContent=e,this.svg.append(s,r),{line:s,text:r,unit:new C().setComponent(n,1)}}),t.append(this.svg)}update(t,e){if(this.seen?.equals(t.quaternion))return;this.seen=t.quaternion.clone();let n=new we().copy(t.quaternion).invert().multiply(e.quaternion);for(let{line:s,text:r,unit:o}of this.axes){let a=o.clone().applyQuaternion(n);s.setAttribute("x2",(Ef*a.x).toFixed(1)),s.setAttribute("y2",(-Ef*a.y).toFixed(1)),r.setAttribute("x",((Ef+8)*a.x).toFixed(1)),r.setAttribute("y",(-(Ef+8)*a.y+4).toFixed(1))}}};var Cf=["#440154","#3b528b","#21918c","#5ec962","#fde725"].map(i=>new Wt(i)),OP=new Wt("#9aa4ae");function FP(i,t){let e=Math.min(Math.max(i,0),1)*(Cf.length-1),n=Math.min(Math.floor(e),Cf.length-2);return t.copy(Cf[n]).lerp(Cf[n+1],e-n)}var Rf=class{constructor(t,e,n){if(this.about=t.map??null,this.legend=null,!this.about)return;this.changed=n,this.places=t.arrays["map.places"],this.values=t.arrays["map.values"];let s=this.places.length/3;this.mesh=new ps(new ms(this.about.radius,10,8),new yl,s),this.mesh.frustumCulled=!1;let r=new qt;for(let o=0;o<s;o+=1){let[a,l,c]=[0,1,2].map(h=>this.places[3*o+h]-t.origin[h]);this.mesh.setMatrixAt(o,r.makeTranslation(a,l,c))}this.group=new On,this.group.add(this.mesh),e.add(this.group),this.low=B("span",{}),this.high=B("span",{}),this.select=B("select",{"aria-label":"Quantity of the map",onchange:()=>this.show(this.select.selectedIndex)},...this.about.quantities.map(({name:o})=>B("option",{text:o})),B("option",{text:"hide the map"})),this.legend=B("div",{class:"stress map",title:"Where the robot can work"},this.select,this.low,B("i",{}),this.high),this.select.selectedIndex=this.about.chosen,this.show(this.about.chosen)}show(t){let e=this.about.quantities[t];if(this.group.visible=e!==void 0,this.low.textContent=e?`${e.low.toPrecision(3)}`:"",this.high.textContent=e?`${e.high.toPrecision(3)} ${e.unit}`.trim():"",e){let n=this.places.length/3;for(let s=0;s<n;s+=1){let r=this.values[t*n+s],o=e.high-e.low;this.mesh.setColorAt(s,Number.isFinite(r)?FP(o>0?(r-e.low)/o:1,BP):OP)}this.mesh.instanceColor.needsUpdate=!0}this.changed()}},BP=new Wt;var kP=16,va=class{constructor(t,e,n,s=null){Object.assign(this,{scene:t,clock:e,app:n,chosen:null,clear:!1,dirty:!0,filming:!1,overlays:[]}),this.ended=new AbortController,this.theme=s?.theme??new wf,this.holder=B("main",{class:"stage"}),this.stage=new _f(t,this.holder,s?.stage);let{world:r}=this.stage;this.batches=new Uu(r),this.bodies=px(t,this.batches,r),this.at=e.motion.place(e.time),ec(this.bodies,e.motion,this.at),this.ghosts=new Xu(t,this.batches,r),this.ghosts.place(e.time),pv(t,this.bodies,this.batches),this.glyphs=Tx(t,this.bodies,this.batches,this.stage.up),vx(t,this.bodies,this.batches),Sx(t,this.bodies,this.batches),bx(t,this.bodies,this.batches),this.lines=Ox(t,this.bodies,this.batches),this.batches.build(),this.batches.showLayer("axes",!1),this.tracks=t.tracks.map(a=>new mf(a,this.bodies,r)),this.batches.showLayer("bent",!1),this.beams=new Fu(t,this.bodies,r),this.workMap=new Rf(t,r,()=>{this.dirty=!0});let o=km(t.size/8);this.roads=t.roads.map(a=>new gf(a,this.bodies,o)),this.arrows=new Du(t,this.bodies,r),this.traces=e.motion.makeTraces?.(t,r)??new ya(e.motion,t,r),this.quality=new pf(this.stage,[this.batches,this.arrows,this.traces],s?.quality),this.layer=B("div",{class:"labels"}),this.holder.append(this.layer),this.foreseen=[],this.labels=new qu(t,this.bodies,this.arrows.frames,this.layer),this.triad=new Tf(this.holder),this.cameras=new Vu(this.stage,this.bodies,()=>this.swept(),t),this.details=new Hu(t,this.bodies,this.arrows),this.build(s),this.start(s)}build(t){let{scene:e,clock:n,app:s}=this,{signal:r}=this.ended;this.tree=new Af(e,l=>this.choose(l)),this.plots=e.modes?new ff(e,n,this.theme.palette,()=>this.retrace()):new df(e,n,this.theme.palette,l=>this.openChooser(l)),this.chooser=new Gu(e,(l,c)=>{l?this.plots.extend(l,c):this.plots.add([c])}),this.toolbar=new xf(e,this),this.helpSheet=Y_(),this.filmSheet=new Yu(this);let o=Px(s,()=>this.resize(),r);this.notices=B("div",{class:"notices",role:"status"}),this.holder.append(this.notices);for(let l of e.notices)this.notify(l);this.ghosts.legend&&this.holder.append(this.ghosts.legend),this.beams.legend&&this.holder.append(this.beams.legend),this.workMap.legend&&this.holder.append(this.workMap.legend),s.replaceChildren(this.toolbar.node,this.tree.node,this.holder,o,this.plots.node,_v(e,n),this.chooser.node,this.helpSheet,this.filmSheet.node),!e.channels.length&&!e.modes&&!t&&s.classList.add("no-plots"),Ix(s,()=>this.toolbar.update(),r,!t),this.listener=l=>this.setPalette(l),this.theme.listen(this.listener);let a=[[()=>this.resize(),this.holder],[()=>this.plots.resize(),this.plots.list]].map(([l,c])=>{let h=new ResizeObserver(l);return h.observe(c),h});r.addEventListener("abort",()=>a.forEach(l=>l.disconnect())),this.cameras.controls.addEventListener("change",()=>{this.dirty=!0}),this.listenToPointer(),document.addEventListener("pointerdown",l=>{l.target.closest?.(".menu")||this.closeMenu()},{signal:r}),n.listen(()=>this.changed())}setPalette(t){for(let e of[this.stage,this.arrows,this.traces,this.plots,this.toolbar,...this.roads])e.setPalette(t);this.dirty=!0}notify(t){let e=B("p",{},B("span",{text:t}),re("","Dismiss",()=>e.remove(),"close"));return this.notices.append(e),e}start(t){let{scene:e}=this,n=e.frames.filter(s=>s.body>0);e.travels||n.slice(0,4).forEach(s=>this.traces.toggle(s.name,s.body,s.at)),e.roads.length&&Object.assign(this.arrows.on,{efforts:!1,reactionForces:!1,acting:!0}),this.stage.resize(),this.update(),t?gv(this,t):this.cameras.look("iso"),this.toolbar.update(),e.travels&&this.cameras.follow(VP(e)),this.tree.mark(null),this.clock.tell()}changed(){this.at=this.clock.motion.place(this.clock.time),this.update(),this.plots.updateAll(),this.chosen&&this.clock.due("details")&&this.showDetails()}retrace(){this.traces.retrace(),this.changed()}place(t){ec(this.bodies,this.clock.motion,t);let{times:e}=this.clock.motion,n=t.part>0?e[t.frame+1]-e[t.frame]:0;this.ghosts.place(e[t.frame]+t.part*n);for(let s of this.lines)s.update()}swept(){let{travels:t}=this.scene;if(t)return this.batches.corners();let e=this.batches.meshes.length?[...this.foreseen]:Z_(this.scene.size),n=Math.min(this.clock.motion.count,kP);for(let s=0;s<n;s+=1){let r={frame:Math.round(s*(this.clock.motion.count-1)/Math.max(n-1,1)),part:0};this.place(r),this.batches.corners(e);for(let o of this.arrows.tips(r))e.push(...this.stage.world.localToWorld(o).toArray())}for(let s of this.traces.points())for(let r=0;r<s.length;r+=3)e.push(...this.stage.world.localToWorld(zP.fromArray(s,r)).toArray());return this.update(),e}reshape(){for(let{frame:t}of this.glyphs.flat())t.reshape();for(let t of this.arrows.frames)t.reshape();for(let t of this.lines)t.reshape();this.batches.reshape(),this.update()}update(){this.place(this.at);for(let t of this.tracks)t.update();this.beams.update(),this.batches.update();for(let t of this.roads)t.update(this.clock.time);this.arrows.update(this.at),this.traces.update(this.at),this.cameras.update(),this.dirty=!0}refresh(){this.update(),this.toolbar.update()}frame(t){this.filming||(this.quality.frame(this.clock.playing||this.dirty,t),(this.dirty||this.stage.changed)&&this.render())}draw(){this.quality.set(0),this.render()}show(){this.quality.set(this.quality.learned),this.render(),this.dirty=!0}render(){let{stage:t}=this;this.dirty=!1,t.changed=!1,t.render(),this.labels.update(t.camera,t.world,t.width,t.height),this.triad.update(t.camera,t.world);for(let e of this.overlays)e.update(this)}resize(){if(this.filming)return;let t=this.stage.height>0;this.stage.resize()&&(t?this.draw():this.fit()),this.plots.resize()}look(t){this.cameras.look(t),this.refresh()}fit(){this.cameras.fit(),this.refresh()}toggleOrthographic(t=!this.cameras.orthographic){this.cameras.setOrthographic(t),this.refresh()}follow(t){this.cameras.follow(this.cameras.followed===t?null:t),this.refresh()}trace(t,e,n){this.traces.visible=!0,this.traces.toggle(t,e,n),this.refresh()}toggleLabels(t=!this.labels.visible){this.labels.visible=t,this.refresh()}toggleAxes(t=!this.labels.axes){this.labels.axes=t,this.batches.showLayer("axes",t),this.refresh()}toggleTraces(t=!this.traces.visible){this.traces.visible=t,this.refresh()}toggleClear(t=!this.clear){this.clear=t,this.batches.setClear(t),this.refresh()}toggleGhosts(t=!this.ghosts.visible){this.ghosts.visible=t,this.batches.showLayer("ghost",t),this.ghosts.legend&&(this.ghosts.legend.hidden=!t),this.plots.showGhosts(t),this.refresh()}setArrows(t,e=!this.arrows.on[t]){this.arrows.on[t]=e,this.refresh()}scaleArrows(t){this.arrows.factor=t,this.refresh()}toggleTree(){this.app.classList.toggle("no-tree"),this.toolbar.update()}togglePlots(){this.app.classList.toggle("no-plots"),this.toolbar.update()}openChooser(t){this.scene.channels.length&&this.chooser.open(t,t?this.plots.lines(t.channels)[0].unit:"")}closeMenu(){for(let t of this.app.querySelectorAll(".menu[open]"))t.open=!1}help(){this.helpSheet.showModal()}save(){this.draw();let{width:t,height:e}=this.stage.renderer.domElement,n=Hl(this,Object.assign(document.createElement("canvas"),{width:t,height:e})),s=`${Gl(this.scene.name)}-${Gl(this.clock.text(this.clock.time,4).replace(" ",""))}.png`;n.toBlob(r=>bu(r,s),"image/png")}choose(t){this.closeMenu(),this.chosen&&this.batches.highlight(this.chosen,!1),t&&this.batches.highlight(t,!0),this.chosen=t,this.tree.mark(t),t&&this.showDetails(),this.dirty=!0}showDetails(){let{title:t,note:e,rows:n,body:s,at:r}=this.details.of(this.chosen,this.at),o=[];if(s){let a=`${this.chosen.kind} ${t}`;this.scene.live||o.push(["Trace",this.traces.has(a),()=>{this.trace(a,s,r),this.showDetails()}]),o.push(["Follow",this.cameras.followed===s,()=>{this.follow(s),this.showDetails()}])}this.tree.show(t,e,n,o)}listenToPointer(){let t=this.stage.renderer.domElement,{signal:e}=this.ended,n=null;t.addEventListener("pointerdown",s=>{n=s.isPrimary?[s.clientX,s.clientY]:null},{signal:e}),t.addEventListener("pointerup",s=>{let r=s.pointerType==="touch";!n||Math.hypot(s.clientX-n[0],s.clientY-n[1])>(r?10:4)||this.choose(r?fv(this,s):this.picked(s))},{signal:e}),t.addEventListener("dblclick",()=>this.fit(),{signal:e})}picked(t){return Om(this,t)}},zP=new C;function VP(i){let t=i.joints.filter(n=>n.free).map(n=>n.child);return(t.length?t:i.bodies.map((n,s)=>s).slice(1)).reduce((n,s)=>i.bodies[s].mass>i.bodies[n].mass?s:n)}var Av=1/60,Ev=40,GP=16,HP=24,WP=13,XP=.001,Xm=1,Tv=60;function qP(i){if(!(i>0)||i>=.2*Xm&&i<=2*Tv)return 1;let t=i<Xm?i/Xm:i/Tv;return Qi.reduce((e,n)=>Math.abs(Math.log(n/t))<Math.abs(Math.log(e/t))?n:e)}var Pf=class extends ta{constructor(t,e){super(t),Object.assign(this,{machine:e,loop:!1,speed:qP(e.span),slowed:1,recorder:null}),this.say=()=>{}}get isHead(){return this.time>=this.motion.end}play(t=!this.playing){t&&this.machine.ended&&this.home(),this.playing=t,t&&(this.time=this.motion.end),this.tell()}setLoop(){}step(t){this.playing=!1,t>0&&this.isHead?this.run(t*Av*Math.min(this.speed,1)):super.step(t)}home(){let t=this.machine.reset();this.say(t.message),t.ok&&(this.motion.clear(),this.recorder.record(),this.seek(this.motion.end))}get turn(){let t=this.machine.motors.filter(({unit:e})=>e==="rad/s").map(({rate:e})=>Math.abs(e));return 2*Math.PI/Math.max(...t,1e-9)}advance(t){this.run(t*this.speed*this.slowed)}run(t){let e=performance.now(),n=this.machine.step<XP?WP*this.machine.step:1/0,s=Math.min(Av*Math.max(this.speed,1),this.turn/HP,n),r=Math.min(Math.max(Math.ceil(t/s-.1),1),GP),o={ok:!0,message:""};for(let l=0;l<r&&o.ok;l+=1)o=this.machine.advance(t/r),(o.steps||o.ended)&&this.recorder.record();let a=performance.now()-e;a>Ev?this.slowed=Math.max(.7*this.slowed,.001):a<.4*Ev&&(this.slowed=Math.min(1.2*this.slowed,1)),o.ok||(this.playing=!1,this.say(o.message)),this.seek(this.motion.end)}};var YP=4,$P=12,Lf=class{constructor(t,e,n,s){Object.assign(this,{machine:t,scene:e,view:n,clock:s,held:null,on:!0}),this.origin=new C().fromArray(e.origin),this.arrows=new sa("acting",!1,1,n.arrows.width,1,n.stage.world),this.arrows.setPalette?.(n.theme.palette),this.arrows.done(),this.label=B("output",{class:"pull"}),this.label.hidden=!0,n.holder.append(this.label),n.holder.addEventListener("pointerdown",r=>this.begin(r),!0),this.move=r=>this.follow(r),this.up=r=>this.end(r)}begin(t){if(this.held&&!t.isPrimary&&this.letGo(),!this.on||t.button!==0||!t.isPrimary||t.target!==this.view.stage.renderer.domElement)return;let e=this.hit(t);e&&(t.stopPropagation(),t.preventDefault(),this.held={...e,pointer:t.pointerId,from:[t.clientX,t.clientY],moved:!1,motor:this.motorOf(e.body)},window.addEventListener("pointermove",this.move),window.addEventListener("pointerup",this.up),window.addEventListener("pointercancel",this.up),this.view.stage.renderer.domElement.focus?.({preventScroll:!0}))}ray(t){let e=this.view.stage.renderer.domElement.getBoundingClientRect(),n=new pt(2*(t.clientX-e.left)/e.width-1,1-2*(t.clientY-e.top)/e.height),s=new Fr;return s.setFromCamera(n,this.view.stage.camera),s}hit(t){let{view:e,scene:n}=this,s=e.batches.meshes.filter(r=>r.visible);for(let r of this.ray(t).intersectObjects(s,!1)){let{pick:o}=r.object.userData.parts[r.instanceId];if(!o)continue;let a=o.kind==="joint"?n.joints[o.index]:null,l=o.kind==="body"?o.index:a?a.child||a.parent:0;if(!l)return null;let c=e.bodies[l],h=e.stage.world.worldToLocal(r.point.clone()).sub(c.position).applyQuaternion(c.quaternion.clone().invert()),u=new ii().setFromNormalAndCoplanarPoint(this.facing(),r.point);return{pick:o,body:l,local:h,plane:u,target:r.point.clone()}}return null}facing(){let{scene:t,view:e}=this,n=e.stage.camera.getWorldDirection(new C).negate(),s=t.joints.flatMap((o,a)=>{let{body:l,frame:c}=e.glyphs[a][1];return o.type==="revolute"?[c.vector(l,[0,0,1])]:[]});if(!s.length||t.joints.some(({type:o})=>o!=="revolute"&&o!=="prismatic")||s.some(o=>Math.abs(o.dot(s[0]))<.9999))return n;let r=s[0].transformDirection(e.stage.world.matrixWorld);return Math.abs(r.dot(n))>.2?r:n}motorOf(t){for(let e of this.scene.joints.filter(({child:n})=>n===t)){let n=this.machine.motors.find(({name:s})=>s.startsWith(`${e.name}.`));if(n)return{motor:n,joint:e,rate:n.rate,turns:n.unit==="rad/s"}}return null}follow(t){let{held:e}=this;if(!e||t.pointerId!==e.pointer||(Math.hypot(t.clientX-e.from[0],t.clientY-e.from[1])>YP&&(e.moved=!0),!e.moved))return;this.ray(t).ray.intersectPlane(e.plane,e.target);let n=this.view.holder.getBoundingClientRect();e.at=[t.clientX-n.left,t.clientY-n.top],this.pull()}pull(){let{held:t,view:e}=this,n=e.stage.world.worldToLocal(t.target.clone());if(t.motor){this.turn(n);return}n.add(this.origin),this.machine.drag(this.scene.bodies[t.body].name,t.local.toArray(),n.toArray())}turn(t){let{held:e,view:n}=this,{motor:s,joint:r,turns:o}=e.motor,a=n.bodies[e.body],l=n.glyphs[this.scene.joints.indexOf(r)][1].frame,c=l.point(a),h=l.vector(a,[0,0,1]).normalize(),u=Gn(a,e.local).sub(c),f=t.clone().sub(c),d=f.clone().sub(u).dot(h);o&&(u.addScaledVector(h,-u.dot(h)),f.addScaledVector(h,-f.dot(h)),d=Math.atan2(h.dot(u.clone().cross(f)),u.dot(f))),this.machine.setMotor(s.name,$P*d)}end(t){let{held:e}=this;!e||t.pointerId!==e.pointer||(this.letGo(),e.moved?t.preventDefault():this.view.choose(e.pick))}letGo(){let{held:t}=this;window.removeEventListener("pointermove",this.move),window.removeEventListener("pointerup",this.up),window.removeEventListener("pointercancel",this.up),this.held=null,this.label.hidden=!0,t.moved&&(t.motor?this.machine.setMotor(t.motor.motor.name,t.motor.rate):this.machine.release(),this.show())}frame(t){this.held?.moved&&(this.held.motor&&this.pull(),this.clock.playing||this.clock.run(Math.min(t,.05)*Math.min(this.clock.speed,1)),this.show())}show(){let{held:t,view:e,machine:n}=this,s=t?.moved&&!t.motor?n.dragForce:null;if(s){If.fromArray(s);let r=Gn(e.bodies[t.body],t.local),o=e.arrows.perForce*e.arrows.factor,l=.5*this.scene.size/(If.length()||1);this.arrows.set(0,r,If,o>0?Math.min(o,l):l);let[c,h]=Gs(this.scene,"N");this.label.textContent=`${ve(h*If.length(),3)} ${sn(c)}`}if(this.arrows.done(),t?.moved&&t.motor){let r=n.coordinate(t.motor.motor.name),[o,a]=Gs(this.scene,"m");this.label.textContent=t.motor.turns?`${((180*r/Math.PI%360+360)%360).toFixed(1)}\xB0`:`${ve(a*r,4)} ${sn(o)}`}if(this.label.hidden=!(t?.moved&&t.at),t?.at){let r=Math.min(t.at[0]+14,e.stage.width-this.label.offsetWidth-6);this.label.style.transform=`translate(${r}px, ${Math.max(t.at[1]-26,4)}px)`}e.dirty=!0}setPalette(t){this.arrows.setPalette?.(t)}},If=new C;function Cv(i,t,e){let{motors:n,efforts:s,rates:r,positions:o,elements:a,states:l}=i.manifest.followed,c=i.array("followed");for(let[d,p]of n){if(c[p]===t[p]&&c[p+1]===t[p+1])continue;let _=i.floats(i.manifest.motors[d].address,3);_[0]+=_[1]*(i.time-_[2])+c[p]-t[p],_[2]=i.time,c[p+1]!==t[p+1]&&(_[1]=c[p+1],e.motors[d].rate=c[p+1])}for(let[d,p]of i.manifest.followed.events)i.array("event_numbers")[d]=c[p];for(let[d,p]of s)c[p]!==t[p]&&(e.inputs[d].value=c[p]);let h=Iv(c,t),u=h(r),f=i.count?new Map:h(o);return!i.count&&a.length+l.length&&Pv(i),!u.size&&!f.size?[]:Lv(i,i.array("y"),f,u).filter(([d,p])=>!i.count||u.has(p)||f.has(d))}function Rv(i,t){let{motors:e,rates:n,positions:s}=i.manifest.followed,r=i.array("followed");for(let[a,l]of e){let c=i.floats(i.manifest.motors[a].address,3),h=r[l+1]-t.followed[l+1];c[0]+=r[l]-t.followed[l]+h*i.origin}Pv(i);let o=Iv(r,t.followed);return Lv(i,i.array("y"),o(s),o(n))}function Pv(i){let{elements:t,states:e}=i.manifest.followed,n=i.array("y"),s=n.length-3-i.manifest.coordinates.states.length;for(let[r,o]of t)[n[s+r]]=i.floats(o,1);for(let[r,o]of e)n[s+r]=i.array("followed")[o]}function Iv(i,t){return e=>new Map(e.map(([n,s])=>[n,i[s]-t[s]]).filter(([,n])=>n!==0))}function Lv(i,t,e,n){let s=i.manifest.coordinates.q.length;for(let[r,o]of e)t[r]+=o;for(let[r,o]of n)t[s+r]+=o;return i.manifest.wanted.map(([,r,o])=>[r,o,t[r],t[s+o]])}var an=(i={})=>({ok:!0,message:"",...i}),Le=(i,t={})=>({ok:!1,message:i,...t});function is(i){return Number.isFinite(i)?String(Number(i.toPrecision(4))):"?"}function cc(i){let t=Math.abs(i),[e,n]=[["km",.001],["m",1],["mm",1e3],["\xB5m",1e6]].find(([,s])=>t*s>=1)??["nm",1e9];return`${is(i*n)} ${e}`}function Ma(i,t,e){let n=t[i.worst],s=i.gap;if(!n||!(s<1e299))return"the mechanism cannot be assembled with these numbers";if(n.unit==="drive")return`'${n.owner}' cannot get to where it is driven`;let r=n.unit==="m"?cc(s*e):`${is(s*180/Math.PI)} degrees`;return`the lengths do not reach: '${n.owner}' stays open by ${r}`}function Dv(i,t){let e=i.copyOf("followed");if(i.manifest.numbers&&i.run("run numbers"),t.writeNumbers(),i.manifest.numbers){let a=ZP(i);if(a)return Le(`with this value ${a} is not a number: the formula divides by zero, or takes the root of a negative number`);let l=[...i.array("guards")].findIndex(c=>c!==1);if(l>=0){let c=i.manifest.guards[l]??"the model";return Le(`this value is not allowed or changes the form of the model at ${c}, and a page has the form of the file: make the page anew with this value`)}}if(i.array("p").some(a=>!Number.isFinite(a)))return Le("with these constants some numbers of the model are not defined");for(let{name:a,kind:l,address:c}of i.manifest.physical)if(l==="mass"?i.floats(c,1)[0]<0:KP(i.floats(c,9)))return Le(`the ${l} of '${a.slice(0,-1-l.length)}' is negative`);let s=Cv(i,e,t);t.writeInputs();let r=hc(i,s);return r.ok?(i.observe(),[...i.array("energy"),...i.array("watch")].some(a=>!Number.isFinite(a))?Le("with these constants the equations of motion have no solution: a mass or an inertia may be zero or negative, or the position is singular"):r):r}function ZP(i){let t=e=>e.some(n=>!Number.isFinite(n));for(let[e,[n,s]]of Object.entries(i.manifest.drawing)){let r=s.reduce((l,c)=>l*c,1),o=/limits$/.test(e),a=i.floats(n,r);if(o?a.some(Number.isNaN):t(a))return`'${e}'`}return t(i.array("laws"))?"a number of a law":t(i.array("followed"))?"a number of the start or of a drive":""}function hc(i,t=[]){let e=i.closing;e.wanted=t.length;let n=i.manifest.coordinates.v,s=new BigInt64Array(i.memory.buffer,e.q_places,n.length),r=new BigInt64Array(i.memory.buffer,e.v_places,n.length);t.forEach(([a,l,c,h],u)=>{s[u]=BigInt(a),r[u]=BigInt(l),i.floats(e.values,n.length)[u]=c,i.floats(e.rates,n.length)[u]=h}),i.setTime();let o=i.run("close_state",i.manifest.addresses.closing);return Number(o)?(i.manifest.mixing&&i.run("mix_rows",i.manifest.addresses.mixing),an({moved:e.moved})):Le(Ma(e,i.manifest.rows,i.manifest.length),{moved:0})}function qm(i){i.setTime(),i.run("run rows");let t=i.closing,e=i.floats(t.gaps,i.manifest.rows.length),n={length:0,angle:0,owner:""},s=0;return i.manifest.rows.forEach((r,o)=>{let a=Math.abs(e[o]),l=r.unit==="m"?a/i.manifest.length:a;r.unit==="m"&&(n.length=Math.max(n.length,a)),r.unit==="rad"&&(n.angle=Math.max(n.angle,a)),r.unit!=="drive"&&l>s&&(s=l,n.owner=r.owner)}),n}function KP(i){let t=Math.abs(i[0])+Math.abs(i[4])+Math.abs(i[8]),e=-1e-12*t,n=[i[0]*i[4]-i[1]*i[3],i[4]*i[8]-i[5]*i[7],i[0]*i[8]-i[2]*i[6]],s=i[0]*n[1]-i[1]*(i[3]*i[8]-i[5]*i[6])+i[2]*(i[3]*i[7]-i[4]*i[6]);return Math.min(i[0],i[4],i[8])<e||Math.min(...n)<e*t||s<e*t*t}function ba(i,t){let e={};for(let[n,[s,r]]of Object.entries(t)){let o=()=>new DataView(i.buffer),a={float:()=>o().getFloat64(s,!0),int:()=>Number(o().getBigInt64(s,!0)),at:()=>o().getUint32(s,!0)}[r],l={float:c=>o().setFloat64(s,c,!0),int:c=>o().setBigInt64(s,BigInt(c),!0),at:c=>o().setUint32(s,c,!0)}[r];a&&Object.defineProperty(e,n,{get:a,set:l,enumerable:!0})}return e}var Df=class{constructor(t,e){this.exports=t,this.whole=e,this.modes=e.modes,this.memory=t.memory,this.count=0,this.origin=e.time,this.observed=!1,this.enter(0)}enter(t){if(t===this.mode)return;let e=this.modes[t];this.mode=t,this.suffix=e.suffix??"",this.manifest={...this.whole,...e,arrays:{...this.whole.arrays,...e.arrays}};let{records:n}=this.manifest;this.steps=ba(this.memory,n.steps),this.closing=ba(this.memory,n.closing),this.stepMemory=ba(this.memory,n.memory),this.directions=this.steps.n_events?new BigInt64Array(this.memory.buffer,this.steps.directions,this.steps.n_events):[],this.directions=Array.from(this.directions,Number),this.shareNumbers(),this.observed=!1}shareNumbers(){let{own_p:t,p_places:e}=this.manifest;if(!t)return;let n=this.floats(...this.whole.arrays.p),s=this.floats(t,e.length);for(let[r,o]of e)s[r]=n[o]}holdHere(){this.run("run rows"),this.manifest.arrays.hold&&this.array("hold").set(this.array("here"))}velocities(){let{q:t,v:e}=this.manifest.coordinates;return this.array("y").subarray(t.length,t.length+e.length)}rowArrays(){let{n:t,m:e,Phi:n,slip:s}=this.closing;return{Phi:this.floats(n,e*t),slip:this.floats(s,e)}}scales(){let{n:t,m:e,row_scale:n,column_scale:s}=this.closing;return{rows:this.floats(n,e),columns:this.floats(s,t)}}worstGap(t=!0){let{m:e,gaps:n}=this.closing,s=this.scales().rows,r={row:0,size:0};return this.floats(n,e).forEach((o,a)=>{if(!t&&this.manifest.rows[a].unit==="drive")return;let l=Math.abs(s[a]*o);l<=r.size||Object.assign(r,{row:a,size:l})}),r}setOrigin(t){this.origin=t-this.count*this.step,this.setTime()}get step(){return this.manifest.step}get time(){return this.origin+this.count*this.step}floats(t,e){return new Float64Array(this.memory.buffer,t,e)}array(t){let[e,n]=this.manifest.arrays[t]??[0,0];return this.floats(e,n)}copyOf(t){return this.array(t).slice()}run(t,...e){return(this.exports[t+this.suffix]??this.exports[t])(...e)}forget(){"valid"in this.stepMemory&&(this.stepMemory.valid=0,this.stepMemory.started=0)}setTime(){this.array("t")[0]=this.time}observe(){this.setTime(),this.run("run observe"),this.observed=!0}read(t){return this.observed||this.observe(),this.array(t)}};function Nv(i,t,e,n,s){let[r,o,a,l,c]=[t,n,Math.abs(e),Math.abs(s),0],h=e<0;for(let u=0;u<200;u+=1){let f=2*jP(Math.max(Math.abs(r),Math.abs(o)));if(o-r<=f)break;let d=(r+o)/2;if(l===0&&u%3===2)d=o-f;else if(l!==0&&u%3<2){let _=r+(o-r)*(a/(a+l));r<_&&_<o&&(d=_)}if(!(r<d&&d<o))break;let p=i(d);(h?p>=0:p<=0)?(c===1&&(a/=2),[o,l,c]=[d,Math.abs(p),1]):(c===-1&&(l/=2),[r,a,c]=[d,Math.abs(p),-1])}return o}function jP(i){return i>0?2**(Math.floor(Math.log2(i))-52):5e-324}function Ov(i,t,e,n){let s=t.length,{Phi:r,slip:o}=i.rowArrays(),a=o.length,l=i.scales(),c=[],h=[];for(let _=0;_<a;_+=1)c.push(Float64Array.from({length:s},(m,g)=>l.rows[_]*r[_*s+g]*l.columns[g])),h.push(-l.rows[_]*o[_]);e.forEach((_,m)=>{let g=Float64Array.from(_,(S,M)=>S*l.columns[M]),v=Math.hypot(...g)||1;c.push(g.map(S=>S/v)),h.push((n[m]-_.reduce((S,M,R)=>S+M*t[R],0))/v)});let u=JP(i.array("M"),l.columns,c);if(!u)return null;let f=e2(c.map(_=>QP(u,_)),h,s);if(!f)return null;let d=t2(u,f),p=Float64Array.from(t,(_,m)=>_+l.columns[m]*d[m]);return p.every(Number.isFinite)?p:null}function JP(i,t,e){let n=t.length,s=Float64Array.from({length:n*n},(a,l)=>t[Math.floor(l/n)]*i[l]*t[l%n]),r=Math.max(...s.map(Math.abs),Number.MIN_VALUE),o=Uv(s,n,1e-13*r);if(o)return o;for(let a of e)for(let l=0;l<n;l+=1)for(let c=0;c<n;c+=1)s[l*n+c]+=r*a[l]*a[c];return Uv(s,n,1e-13*r)}function Uv(i,t,e){let n=Float64Array.from(i);for(let s=0;s<t;s+=1)for(let r=s;r<t;r+=1){let o=n[r*t+s];for(let a=0;a<s;a+=1)o-=n[r*t+a]*n[s*t+a];if(r===s){if(!(o>e))return null;n[r*t+r]=Math.sqrt(o)}else n[r*t+s]=o/n[s*t+s]}return{L:n,n:t}}function QP({L:i,n:t},e){let n=Float64Array.from(e);for(let s=0;s<t;s+=1){for(let r=0;r<s;r+=1)n[s]-=i[s*t+r]*n[r];n[s]/=i[s*t+s]}return n}function t2({L:i,n:t},e){let n=Float64Array.from(e);for(let s=t-1;s>=0;s-=1){for(let r=s+1;r<t;r+=1)n[s]-=i[r*t+s]*n[r];n[s]/=i[s*t+s]}return n}function e2(i,t,e){let n=new Float64Array(e),s=i.map((a,l)=>({row:Float64Array.from(a),c:t[l],length:Nf(a)})),r=Math.max(...s.map(({length:a})=>a),Number.MIN_VALUE),o=1+Math.max(...t.map(Math.abs),0);for(;s.length;){let a=0;s.forEach(({row:u},f)=>{Nf(u)>Nf(s[a].row)&&(a=f)});let[{row:l,c}]=s.splice(a,1),h=Nf(l);if(!(h>1e-9*r))return[c,...s.map(u=>u.c)].every(u=>Math.abs(u)<=1e-7*o)?n:null;for(let u=0;u<e;u+=1)n[u]+=c/(h*h)*l[u];for(let u of s)for(let f=0;f<2;f+=1){let d=Fv(u.row,l)/(h*h);for(let p=0;p<e;p+=1)u.row[p]-=d*l[p];u.c-=d*c}}return n}function Fv(i,t){return i.reduce((e,n,s)=>e+n*t[s],0)}function Nf(i){return Math.sqrt(Fv(i,i))}var Uf=class{constructor(t){this.core=t,this.carried=new Map,this.bodies=new Map}state(){return{carried:[...this.carried],bodies:[...this.bodies].map(([t,e])=>[t,Bv(e)])}}restore({carried:t,bodies:e}){this.carried=new Map(t),this.bodies=new Map(e.map(([n,s])=>[n,Bv(s)]))}clear(){let t=this.core.array("p");for(let{places:e,alone:n}of this.bodies.values())e.forEach((s,r)=>{t[s]=n[r]});this.carried.clear(),this.bodies.clear()}attach(t,e,n){if(this.carried.has(t))return`'${t}' is attached already`;let s=e[0];if(this.carried.set(t,{key:s,numbers:n}),!this.bodies.has(s)){let r=this.core.array("p"),o=e.map(a=>r[a]);this.bodies.set(s,{places:e,alone:o,written:[...o]})}return""}detach(t,e){return this.carried.get(t)?.key!==e[0]?`'${t}' is not attached to this body`:(this.carried.delete(t),"")}write(){let t=this.core.array("p");for(let[e,n]of this.bodies){let{places:s,alone:r,written:o}=n;s.forEach((l,c)=>{t[l]!==o[c]&&(r[c]=t[l])});let a=[...this.carried.values()].filter(l=>l.key===e).map(({numbers:l})=>l);n.written=a.length?n2([r,...a]):[...r],s.forEach((l,c)=>{t[l]=n.written[c]})}}},Bv=({places:i,alone:t,written:e})=>({places:i,alone:[...t],written:[...e]});function n2(i){let t=new Array(13).fill(0);for(let[e,...n]of i){t[0]+=e;for(let s=0;s<3;s+=1)t[1+s]+=e*n[s]}for(let e=1;e<4;e+=1)t[e]=t[0]>0?t[e]/t[0]:0;for(let e of i){let n=[1,2,3].map(r=>e[r]-t[r]),s=n[0]**2+n[1]**2+n[2]**2;for(let r=0;r<3;r+=1)for(let o=0;o<3;o+=1)t[4+3*r+o]+=e[4+3*r+o]+e[0]*((r===o?s:0)-n[r]*n[o])}return t}var i2=1e-8,s2=1e-6,kv=1e-14,Ym=25,r2=1e-6,o2=1e-6,zv=1e3,Vv=14,a2=-1,Of=class{constructor(t,e){this.core=t,this.jumped=e,this.list=t.manifest.events.list,this.span=t.manifest.events.span,this.happened=[],this.written=new Map,this.efforts=new Map,this.own=t.copyOf("p"),this.payloads=new Uf(t),this.clear()}get count(){return this.list.length}clear(){this.counts=this.list.map(()=>0);for(let t of this.written.keys())this.core.array("p")[t]=this.own[t];this.written.clear(),this.efforts.clear(),this.payloads.clear(),this.recent=[],this.ended="",this.begun=!1,this.happened.length=0}state(){return{counts:[...this.counts],written:[...this.written],efforts:[...this.efforts],recent:[...this.recent],ended:this.ended,begun:this.begun,happened:this.happened.length,before:this.core.copyOf("before"),mode:this.core.mode,numbers:this.core.copyOf("event_numbers"),payloads:this.payloads.state()}}restore(t){Object.assign(this,{counts:[...t.counts],recent:[...t.recent],ended:t.ended,begun:t.begun}),this.written=new Map(t.written),this.efforts=new Map(t.efforts),this.payloads.restore(t.payloads),this.happened.length=Math.min(this.happened.length,t.happened),this.core.enter(t.mode),this.count&&(this.core.array("before").set(t.before),this.core.array("event_numbers").set(t.numbers),this.#t())}write(){let t=this.core.array("p");for(let[e,n]of this.written)t[e]=n;this.payloads.write(),this.core.shareNumbers()}values(t,e){let{core:n}=this;return n.array("event_y").set(t),n.array("event_t")[0]=e,n.run("run events"),n.copyOf("g")}#t(){let t=this.core.array("alive");this.list.forEach(({most:e},n)=>{t[n]=e!==null&&this.counts[n]>=e?0:1})}begin(){if(this.begun||!this.count)return an();let{core:t}=this;this.begun=!0,this.#t();let e=t.copyOf("y"),n=this.values(e,t.time);if(t.array("before").set(n),t.count)return an();let s=this.#i(t.time,e,n,[]);return s.length?this.#c(t.time,s):an()}touched(){this.begun=!1}#i(t,e,n,s){return this.list.flatMap(({timed:r,level:o},a)=>{if(s.includes(a)||!this.core.array("alive")[a])return[];if(r)return!s.length&&this.core.array("event_numbers")[o]===t?[a]:[];let l=this.#s(a);return Math.abs(n[a])>kv||!l?[]:this.#r(t,e,n)[a]*l>0?[a]:[]})}#s(t){return this.core.directions[t]}#r(t,e,n){let s=l=>this.values(this.stepped(e,t,l)??e,t+l),r=s(i2*this.span),o=r.map((l,c)=>Math.abs(l-n[c])<=kv*Math.max(1,Math.abs(n[c])));if(!o.some(Boolean))return r;let a=s(s2*this.span);return r.map((l,c)=>o[c]?a[c]:l)}stepped(t,e,n){let{core:s}=this,[r,o]=[s.array("y"),s.array("h")],a=r.slice();r.set(t),s.array("t")[0]=e,o[0]=n,s.forget(),s.run("run step"),s.forget(),o[0]=s.step,r.set(a);let l=s.copyOf("y_next");return l.every(Number.isFinite)?l:null}cross(){let{core:t}=this,e=t.time,n=t.origin+(t.count+1)*t.step;for(;e<n;){let s=t.copyOf("y"),r=this.stepped(s,e,n-e);if(!r)return Le(`the mechanism stops at t = ${is(e)} s: the step to the next event cannot be taken`);let o=this.#o(s,e,n,r);if(!o){t.array("y").set(r),t.array("before").set(this.values(r,n));break}t.array("y").set(o.y),e=o.t;let a=this.#c(e,o.which);if(!a.ok)return t.setOrigin(e),a}return t.count+=1,t.setTime(),an()}#o(t,e,n,s){let r=this.core.copyOf("before"),o=f=>f===n?s:this.stepped(t,e,f-e)??s,a=f=>this.list.flatMap((d,p)=>{let _=this.#s(p),m=r[p]<0&&f[p]>=0&&_>=0,g=r[p]>0&&f[p]<=0&&_<=0;return m||g?[p]:[]}),l=this.values(s,n),c=null;for(let f of a(l)){let d=Nv(p=>this.values(o(p),p)[f],e,r[f],n,l[f]);(c===null||d<c.t)&&(c={t:d,which:[f]})}if(c===null)return null;let h=o(c.t),u=new Set([...c.which,...a(this.values(h,c.t))]);return{t:c.t,y:h,which:[...u].sort((f,d)=>f-d)}}#c(t,e){let n=e;for(let s=0;n.length;s+=1){let r=this.#e(t,n);if(!r.ok)return r;if(!r.changed||s>Ym)return an();let o=this.core.copyOf("y");n=this.#i(t,o,this.values(o,t),n)}return an()}#e(t,e){let{core:n}=this,s=e.map(F=>this.list[F].name);n.array("t")[0]=t,n.run("run observe");let r=Gv(n),o=n.copyOf("y"),a=this.values(o,t),l=n.mode,c=n.manifest.arrays.computed?(n.run("run computed"),n.copyOf("computed")):[],h=n.array("event_numbers"),u=n.manifest.arrays.frames?(n.run("run frames"),n.copyOf("frames")):[],f=[],d=[],p=n.mode,_=!1;for(let F of e){let{name:D,sets:L,states:G,payloads:W,joins:N,efforts:H,stop:Y,why:V,cannot:ct}=this.list[F];this.counts[F]+=1,this.happened.push({name:D,time:t}),ct&&f.push(`${ct}. The page ends here, where a run would go on`),Y&&f.push(V);for(let{places:$,first:J,computed:et}of L)$.forEach((ut,ht)=>this.written.set(ut,et?c[J]:h[J+ht])),_=!0;for(let{places:$,first:J,computed:et}of G){let ut=o.length-3-n.manifest.coordinates.states.length;$.forEach((ht,Q)=>{n.array("y")[ut+ht]=et?c[J]:h[J+Q]}),_=!0}for(let{places:$,first:J}of H)$.forEach((et,ut)=>this.#u(et,h[J+ut])),_=!0;for(let $ of N)d.push(this.#a($,u,h)),_=!0;for(let $ of W)d.push(this.#f($,h)),_=!0;p=p<0?p:n.modes[p].after[F]}this.happened.length>zv&&this.happened.splice(0,this.happened.length-zv),this.#t();let m=s.map(F=>`'${F}'`).join(" and "),g=d.find(Boolean)??this.#d(p,e);if(g)return this.#l(t,m,g);let v=e.filter(F=>this.list[F].bounce),S=p!==l||_||v.length>0;if(S){let F=this.#n(t,v,f);if(F)return this.#l(t,m,F);this.#p(e.flatMap(G=>this.list[G].anew)),n.run("run observe");let D=Gv(n)-r,L=n.array("y");L[L.length-1]+=D,this.jumped(D)}if(n.observed=!1,n.forget(),f.length)return this.#l(t,m,f.filter(Boolean).join("; "),!0);let M=n.copyOf("y"),R=this.values(M,t),T=this.#r(t,M,R),x=R.map((F,D)=>e.includes(D)?T[D]:F);n.array("before").set(x);let w=v.filter(F=>(T[F]-R[F])*(this.#s(F)||Math.sign(a[F]))>0);return this.recent=[...this.recent,t].slice(-Ym),w.length||this.recent.length===Ym&&t-this.recent[0]<=r2*this.span?this.#l(t,m,"it happens again and again, without end: give it a rate below which it rests"):an({changed:S})}#u(t,e){this.efforts.set(t,e),this.core.floats(this.core.manifest.inputs[t].address,1)[0]=e}#a({name:t,places:e,frame:n,gap:s,angle:r,anywhere:o},a,l){let c=a.slice(Vv*n,Vv*(n+1)),[h,u]=c.slice(12);return!o&&!(h<=l[s]&&u<=l[r])?`'${t}' cannot be made: its frames are ${cc(h)} and ${is(180*u/Math.PI)} degrees apart`:(e.forEach((f,d)=>this.written.set(f,c[d])),"")}#p(t){let{turned:e,turned_at:n,turns:s}=this.core.closing,r=this.core.floats(e,s);for(let o of t)this.core.array("y")[n+o]=r[o]}#f({name:t,places:e,mass:n,com:s,inertia:r,full:o},a){if(n===null)return this.payloads.detach(t,e);let l=[...a.subarray(r,r+(o?9:3))],c=o?l:[l[0],0,0,0,l[1],0,0,0,l[2]];return this.payloads.attach(t,e,[a[n],...a.subarray(s,s+3),...c])}#d(t,e){let{core:n}=this;if(t===a2)return"a page has no equations for what follows: there are too many modes";if(t<0)return`'${this.list[e[0]].name}' cannot happen now`;if(n.modes[t].refused)return`what follows cannot be computed: ${n.modes[t].refused}`;let s=t!==n.mode;return n.enter(t),this.write(),s&&n.holdHere(),""}#n(t,e,n){let{core:s}=this;s.array("t")[0]=t,s.run("run rows");let r=s.worstGap();if(r.size>o2)return Ma({worst:r.row,gap:r.size},s.manifest.rows,s.manifest.length);s.manifest.mixing&&s.run("mix_rows",s.manifest.addresses.mixing),s.run("run impact");let o=s.array("event_numbers"),{v:a}=s.manifest.coordinates,l=a.length,c=this.list.flatMap(({bounce:_},m)=>_?[m]:[]),h=s.velocities(),u=e.map(_=>{let m=c.indexOf(_),g=s.array("J").slice(m*l,(m+1)*l),v=s.array("still")[m];return{k:_,J:g,still:v,rate:g.reduce((S,M,R)=>S+M*h[R],0)+v}}),f=u.filter(({k:_,rate:m})=>Math.abs(m)<o[this.list[_].bounce.rest]);f.length&&n.push("it has come to rest there");let d=u.map(({k:_,rate:m,still:g})=>f.length?0:-o[this.list[_].bounce.restitution]*m-g),p=Ov(s,h,u.map(({J:_})=>_),d);return p?(s.velocities().set(p),s.run("run rows"),""):"no velocities meet all drives, locks and loops after it"}#l(t,e,n,s=!1){let r=n?`: ${n}`:"";return this.ended=`${s&&!n?"the motion ends":"the motion stops"} at t = ${is(t)} s with event ${e}${r}`,Le(this.ended,{ended:!0})}};function Gv(i){let[t,e,n]=i.array("energy");return t+e+n}var Hv=Object.freeze({sin:Math.sin,cos:Math.cos,tan:Math.tan,asin:Math.asin,acos:Math.acos,atan:Math.atan,atan2:Math.atan2,sinh:Math.sinh,cosh:Math.cosh,tanh:Math.tanh,exp:Math.exp,log:Math.log,pow:l2,hypot:Math.hypot,fmod:(i,t)=>i%t});function l2(i,t){return i===1||i===-1&&!Number.isFinite(t)&&!Number.isNaN(t)?1:i**t}function Wv(i){let{q:t,v:e,states:n}=i.manifest.coordinates,s=i.array("y"),r={};t.forEach((a,l)=>{r[a]=s[l]}),e.forEach((a,l)=>{r[a]=s[t.length+l]});let o=s.length-3-n.length;return n.forEach((a,l)=>{r[a]=s[o+l]}),r}function Xv(i){let t={};for(let[e,[n,s]]of Object.entries(i.manifest.drawing))t[e]=i.floats(n,s.reduce((r,o)=>r*o,1)).slice();return t}function qv(i){let t=i.read("efforts");return i.manifest.rows.filter(n=>n.unit==="drive").map((n,s)=>({name:n.owner,value:t[s]??NaN}))}function Yv(i,t){let[e,n,s]=i.read("energy"),[r,o,a]=i.array("y").slice(-3),l=e+n+s,c=l-t-r+o;return{kinetic:e,gravity:n,elements:s,total:l,work:r,loss:o,corrections:a,balance:c}}var Ff=class{constructor(t,e,{body:n,point:s,target:r,stiffness:o}){Object.assign(this,{core:t,writeInputs:e,body:n,point:s,target:r,stiffness:o})}apply(){let{core:t,body:e,point:n,target:s}=this;t.setTime(),t.run("run poses");let r=t.array("poses").subarray(12*e,12*e+12),o=t.array("rates").subarray(6*e,6*e+6),a=[0,1,2].map(v=>r[3*v]*n[0]+r[3*v+1]*n[1]+r[3*v+2]*n[2]),l=$v(o.subarray(3,6),a),c=t.manifest.masses[e],h=.05*c/t.step**2,u=Math.min(this.stiffness??c*400/t.manifest.length,h),f=2*Math.sqrt(u*c),d=[0,1,2].map(v=>u*(s[v]-r[9+v]-a[v])-f*(o[v]+l[v])),p=t.array("ext");p.fill(0);let _=6*t.manifest.tree[e];p.set(d,_),p.set($v(a,d),_+3),t.run("run push");let m=t.array("tau"),g=t.array("pushed");this.writeInputs();for(let v=0;v<m.length;v+=1)m[v]+=g[v];return d}};function $v(i,t){return[i[1]*t[2]-i[2]*t[1],i[2]*t[0]-i[0]*t[2],i[0]*t[1]-i[1]*t[0]]}var c2=0,h2=2,u2=20,f2=1e-4;function $m(i,t,e){let n={y:i.copyOf("y"),T:i.copyOf("T"),count:i.count,mode:i.mode},s=()=>(i.run("run rows"),i.worstGap(!1).size),r=s(),o=d2(i,t,e);return!i.manifest.rows.length||i.mode!==n.mode||!(s()>Math.max(f2,100*r))?o:(i.array("y").set(n.y),i.array("T").set(n.T),i.count=n.count,i.setTime(),i.forget(),e.touched(),Le(Zv(i)))}function Zv(i){return`the mechanism stops at t = ${is(i.time)} s: it is at a singular position, or moves too fast for the step`}function d2(i,t,e){let n=i.count+t;if(e.ended)return Le(e.ended,{ended:!0});let s=e.begin();if(!s.ok)return s;let r=-1;for(;i.count<n;){let o=i.steps,{usual:a,least:l}=i.manifest.limits,c=r===i.count;o.t0=i.origin,o.h=i.step,o.first=i.count,o.last=c?Math.min(n,i.count+u2):n,o.limit=c?l:a,o.lowest=1;let h;try{h=Number(i.run("repeat",i.manifest.addresses.steps))}catch(u){return Le(`the step cannot be taken (${u.message})`)}if(i.count=o.reached,i.setTime(),h!==c2){if(h===h2){let u=e.cross();if(!u.ok)return u;continue}if(!i.manifest.mixing||c&&o.first===i.count)return Le(Zv(i));r=i.count,i.run("run rows"),i.run("mix_rows",i.manifest.addresses.mixing),i.forget()}}return an()}var Bf=2*Math.PI;function Kv(i,t,e,n,s,r,o){let a=ba(i.memory,e.record),l=e.unit==="rad/s",c=Zm(i,t,e),h=Number.isFinite(n)?n:c;l&&(h+=Bf*Math.round((c-h)/Bf));let u=Number.isFinite(s)?s-(Number.isFinite(n)?n:c):l?Bf:0,f=Number.isFinite(o)&&o!==0?o:l?Bf:1;e.arrays.hold&&i.floats(...e.arrays.hold).set(i.floats(...e.arrays.here));let d=a.n_y+a.n_found,p=0,_=(w,F,D)=>(p=p2(i,D*d),a.first=w,a.last=F,a.rate=f,a.count=D,a.store=p,Number(i.run("go_round",e.address))),m=Math.abs(h-c);if(m>1e-12*(l?1:i.manifest.length)){let w=2+Math.ceil(m/(l?.1:.05*i.manifest.length));if(_(c,h,w)<w)return Le(`'${t}' cannot get to ${is(h)}`,{count:0})}let g=_(h,h+u,r),v=(Number.isFinite(n)?n:c)-h,S=m2(i,e,a,p,g,h+v,u/(r-1));if(g===r)return an(S);let M=ba(i.memory,e.closing),R=g?S.values[g-1]:h+v,T=l?`${is(R*180/Math.PI)} degrees`:cc(R),x=Ma(M,e.rows,i.manifest.length);return Le(`the motion ends at ${T}: ${x}`,S)}function Zm(i,t,e){let n=i.manifest.coordinates.q.indexOf(t),[s,r]=e.arrays.y;return i.floats(s,r).set(i.array("y")),i.run(`run rows of ${t}`),n>=0?i.array("y")[n]:i.floats(...e.arrays.here)[0]}function p2(i,t){let e=Math.ceil(i.manifest.end/8)*8,n=e+8*t-i.memory.buffer.byteLength;return n>0&&i.memory.grow(Math.ceil(n/65536)),e}function m2(i,t,e,n,s,r,o){let a=e.n_y+e.n_found,l=i.floats(n,s*a),c=(p,_=m=>l[m*a+p])=>Float64Array.from({length:s},(m,g)=>_(g)),h=(p,_)=>e.n_y+t.found[p][0]+_,u={};i.manifest.channels.forEach(({name:p},_)=>{u[p]=c(h("channels",_))});let f={};i.manifest.joints.forEach((p,_)=>{let m=h("loads",6*_);f[p]=c(m,g=>Math.hypot(l[g*a+m],l[g*a+m+1],l[g*a+m+2]))});let d=new Float64Array(s*e.n_y);for(let p=0;p<s;p+=1)d.set(l.subarray(p*a,p*a+e.n_y),p*e.n_y);return{count:s,values:Float64Array.from({length:s},(p,_)=>r+_*o),effort:c(h("efforts",0)),watch:c(h("watch",0)),channels:u,loads:f,states:d}}var g2=2e5,Km=[1,8,64],jv=.35;async function Jv(i,t){if(t?.format!=="sarrus live machine"||t.version!==1)throw new Error("this is no live machine of version 1");let{instance:e}=await WebAssembly.instantiate(i,{math:Hv});return new jm(e.exports,t)}var jm=class{#t;#i=0;#s=0;#r=null;#o;#c;#e;#u;constructor(t,e){this.#t=new Df(t,e),this.constants=e.constants.map(n=>({name:n.name,value:n.value,start:n.value,unit:n.unit,range:n.range})),this.inputs=e.inputs.map(({name:n,unit:s,value:r})=>({name:n,unit:s,value:r})),this.motors=e.motors.map(({name:n,unit:s,rate:r})=>({name:n,unit:s,rate:r,start:r})),this.turns=Object.entries(e.turns).map(([n,s])=>({name:n,unit:s.unit,held:s.held})),this.bodies=e.bodies,this.joints=e.joints,this.openLoads=e.open_loads,this.channelNames=e.channels,this.cannot=e.cannot,this.span=e.events.span,this.dragForce=null,this.#o=Object.fromEntries(["y","motors","followed"].map(n=>[n,this.#t.copyOf(n)])),this.#e=new Of(this.#t,n=>{this.#s+=n}),this.#c={motors:this.motors,inputs:this.inputs,writeInputs:()=>this.#n(),writeNumbers:()=>this.#e.write()},this.#h(),this.#u=this.state()}get time(){return this.#t.time}get step(){return this.#t.step}state(){return{events:this.#e.state(),y:this.#t.copyOf("y"),T:this.#t.copyOf("T"),hold:this.#t.copyOf("hold"),motors:this.#t.copyOf("motors"),count:this.#t.count,origin:this.#t.origin,left:this.#i,p:this.#t.copyOf("p"),laws:this.#t.copyOf("laws"),followed:this.#t.copyOf("followed"),energy:this.#s,constants:this.constants.map(t=>t.value),rates:this.motors.map(t=>t.rate)}}restore(t){this.#e.restore(t.events);for(let e of["y","T","hold","motors","p","laws","followed"])this.#t.array(e).set(t[e]);this.#t.count=t.count,this.#t.origin=t.origin,this.#i=t.left,this.#s=t.energy,this.constants.forEach((e,n)=>{e.value=t.constants[n],this.#t.floats(this.#t.manifest.constants[n].address,1)[0]=e.value}),this.motors.forEach((e,n)=>{e.rate=t.rates[n]}),this.#e.write(),this.#n(),this.#t.setTime(),this.#t.forget(),this.#t.observed=!1}#a(t){let e=this.state(),n=this.inputs.map(({value:r})=>r),s;try{s=t()}catch(r){s=Le(`the numbers cannot be computed (${r.message})`)}return s.ok||(this.restore(e),this.inputs.forEach((r,o)=>{r.value=n[o]}),this.#n()),this.#t.observed=!1,this.#t.forget(),s}coordinates(){return Wv(this.#t)}coordinate(t){let e=this.#t.manifest.turns[t];return e&&!this.#t.manifest.coordinates.q.includes(t)?Zm(this.#t,t,e):this.coordinates()[t]}setConstant(t,e){return this.setConstants({[t]:e})}setConstants(t){let e=[];for(let[r,o]of Object.entries(t)){let a=this.constants.findIndex(l=>l.name===r);if(a<0)return Le(`there is no constant '${r}'`);if(!Number.isFinite(o))return Le(`${r} must be a number`);e.push([a,Number(o)])}let n=this.#a(()=>this.#d(e));return n.ok||this.#p()?n:this.#a(()=>(this.#f(),this.#d(e))).ok?an({restarted:!0}):n}#p(){let{length:t,angle:e}=qm(this.#t);return t<1e-6*this.#t.manifest.length&&e<1e-6}original(){let t=Object.fromEntries(this.constants.map(({name:n,start:s})=>[n,s])),e=this.setConstants(t);return e.ok?e:(this.restore(this.#u),this.#e.clear(),this.#n(),this.#h(),an({restarted:!0}))}#f(){this.#t.enter(0),this.#e.clear(),this.#n(),this.#l(),this.#t.array("y").set(this.#o.y),this.#t.holdHere(),this.#t.array("motors").set(this.#o.motors),this.#t.count=0,this.#i=0,this.#t.origin=this.#t.manifest.time,this.motors.forEach((t,e)=>{this.#t.floats(this.#t.manifest.motors[e].address,3)[1]=t.rate})}#d(t){let e=this.state(),n=t.map(([r])=>this.constants[r].value),s=Le("");for(let r of Km){this.restore(e);for(let o=1;o<=r&&(t.forEach(([a,l],c)=>{let h=o===r?l:n[c]+(l-n[c])*o/r;this.constants[a].value=h,this.#t.floats(this.#t.manifest.constants[a].address,1)[0]=h}),s=Dv(this.#t,this.#c),!(!s.ok||s.moved>jv&&r<Km.at(-1)));o+=1);if(s.ok&&!(s.moved>jv&&r<Km.at(-1)))break}return s.ok&&(this.#h(),this.#e.touched()),s.ok?an():Le(s.message)}setInput(t,e){let n=this.inputs.findIndex(s=>s.name===t);return n<0?Le(`there is no input '${t}'`):Number.isFinite(e)?(this.inputs[n].value=Number(e),this.#e.efforts.delete(n),this.#n(),this.#t.observed=!1,an()):Le(`${t} must be a number`)}#n(){this.#t.manifest.inputs.forEach(({address:t},e)=>{this.#t.floats(t,1)[0]=this.#e.efforts.get(e)??this.inputs[e].value})}setMotor(t,e){let n=this.motors.findIndex(s=>s.name===t);return n<0?Le(`there is no motor '${t}'`):Number.isFinite(e)?this.#a(()=>{let s=this.#t.floats(this.#t.manifest.motors[n].address,3);s[0]+=s[1]*(this.time-s[2]),s[1]=Number(e),s[2]=this.time;let r=hc(this.#t);return r.ok&&(this.motors[n].rate=Number(e),this.#h(),this.#e.touched()),r}):Le(`the rate of ${t} must be a number`)}reset(){return this.#a(()=>{this.#f();let t=this.#t.array("y"),e=Rv(this.#t,this.#o),n=t.slice(),s=hc(this.#t,e);return!s.ok&&e.length&&(t.set(n),s=hc(this.#t)),s.ok&&this.#h(),s.ok?an():Le(s.message)})}#l(){let{manifest:t}=this.#t;t.numbers?this.#t.run("run numbers"):t.constants.forEach(({address:e},n)=>{this.#t.floats(e,1)[0]=this.constants[n].value})}drawing(){return Xv(this.#t)}advance(t){if(!(t>0))return an({steps:0});let e=(t+this.#i)/this.step,n=Math.min(Math.floor(e+1e-9),g2);this.#i=Math.min(Math.max(0,t+this.#i-n*this.step),this.step);let s=this.#t.count,r=an();if(this.#t.observed=!1,this.#r){for(let o=0;o<n&&r.ok;o+=1)this.dragForce=this.#r.apply(),r=$m(this.#t,1,this.#e);this.#n()}else r=$m(this.#t,n,this.#e);return{...r,steps:this.#t.count-s}}get happened(){return this.#e.happened}get ended(){return this.#e.ended}drag(t,e,n,s){let r=this.bodies.indexOf(t);if(r<0)return Le(`there is no body '${t}'`);let o=[...e,...n];if(o.length!==6||o.some(l=>!Number.isFinite(l)))return Le("a point and a target have three numbers each");let a=Number.isFinite(s)&&s>0?s:null;return this.#r=new Ff(this.#t,()=>this.#n(),{body:r,point:[...e],target:[...n],stiffness:a}),this.dragForce=this.#r.apply(),this.#n(),an()}release(){this.#r=null,this.dragForce=null,this.#t.observed=!1}poses(){return this.#t.setTime(),this.#t.run("run poses"),this.#t.array("poses").slice()}channels(){return this.channelNames.length?this.#t.read("channels").slice():new Float64Array(0)}channel(t){let e=this.channelNames.findIndex(n=>n.name===t);return e<0?NaN:this.#t.read("channels")[e]}loads(){return this.joints.length?this.#t.read("loads").slice():new Float64Array(0)}efforts(){return qv(this.#t)}energy(){return Yv(this.#t,this.#s)}#h(){this.#t.array("y").fill(0,-3),this.#t.observe(),this.#s=this.#t.array("energy").reduce((t,e)=>t+e,0)}loopError(){return qm(this.#t)}turn({coordinate:t,from:e,to:n,count:s=181,rate:r}={}){let o=t??this.turns[0]?.name,a=this.#t.manifest.turns[o];if(!a)return Le(`'${o}' cannot be driven here`,{count:0});try{return Kv(this.#t,o,a,e,n,Math.max(2,Math.floor(s)),r)}catch(l){return Le(`the motion cannot be computed (${l.message})`,{count:0})}}};function Qv(i){let{motion:t}=i,e=re("","Play or pause (space)",()=>i.play(),"play");e.classList.add("play");let n=B("select",{title:"Speed (+ and -)","aria-label":"Speed",onchange:()=>i.setSpeed(Number(n.value))});for(let a of Qi)n.append(B("option",{value:a,text:`${a} \xD7`}));let s=B("input",{type:"range",min:0,max:1,step:"any",class:"slider","aria-label":"Look back",title:"Look back at the last half minute",oninput:()=>{i.playing=!1,i.seek(t.start+(t.end-t.start)*Number(s.value))}}),r=B("span",{class:"now"}),o=(...a)=>{let l=re("",...a);return l.classList.add("jump"),l};return i.listen(()=>{let a=t.end-t.start,l=a>0?(i.time-t.start)/a:1,c=i.playing?"pause":"play";e.dataset.icon!==c&&(e.dataset.icon=c,Eu(e,c),e.setAttribute("aria-pressed",String(i.playing))),n.value!==String(i.speed)&&(n.value=String(i.speed)),s.value=String(l),s.style.setProperty("--part",`${100*l}%`);let h=Math.min(Math.max(2-Math.floor(Math.log10(i.speed)),2),9);i.due("live time")&&(r.textContent=`${i.time.toFixed(h)} s`)}),B("footer",{class:"timeline"},B("div",{class:"buttons"},re("","Start again (home)",()=>i.home(),"first"),o("One frame back (left)",()=>i.step(-1),"back"),e,o("One frame forward (right)",()=>i.step(1),"next")),r,B("div",{class:"track"},s),n)}var kf=class{constructor(t,e){Object.assign(this,{machine:t,scene:e,places:e.machine.drawing}),this.links=_2(e)}apply(){let t=Object.entries(this.machine.drawing()).filter(([e])=>this.places[e]);for(let[e,n]of t){let s=this.places[e],r=s.slice(0,-1).reduce((a,l)=>a[l],this.scene),o=s[s.length-1];Array.isArray(r[o])?n.forEach((a,l)=>{r[o][l]=a}):[r[o]]=n}for(let e of t.length?this.links:[])e();return t.length>0}};function _2(i){return i.bodies.flatMap((t,e)=>{if(!t.links)return[];let n=x2(i,e);return t.shapes.flatMap(s=>y2(s,n,i.size)??[])})}function x2(i,t){let e=[i.bodies[t].com];for(let n of i.joints)n.parent===t&&e.push(n.onParent.at),n.child===t&&e.push(n.onChild.at);for(let n of i.frames)n.body===t&&e.push(n.at);for(let n of i.lines)for(let s of[n.a,n.b])s.body===t&&e.push(s.at);return e}function y2(i,t,e){let n=(r,o,a)=>t.find(l=>Math.hypot(l[0]-r,l[1]-o,l[2]-a)<1e-6*e);if(i.kind==="capsule"){let r=[i.axes[2],i.axes[5],i.axes[8]],o=[-.5,.5].map(a=>n(...i.at.map((l,c)=>l+a*i.length*r[c])));return o[0]&&o[1]?()=>v2(i,o[0],o[1]):null}if(i.kind==="plate"){let r=i.outline.map(([o,a])=>n(...[0,1,2].map(l=>i.at[l]+o*i.axes[3*l]+a*i.axes[3*l+1])));return r.every(Boolean)?()=>M2(i,r):null}let s=n(...i.at);return s?()=>s.forEach((r,o)=>{i.at[o]=r}):null}function v2(i,t,e){let n=new C().fromArray(e).sub(new C().fromArray(t));if(i.length=n.length(),!(i.length>0))return;n.normalize();let s=new C(i.axes[0],i.axes[3],i.axes[6]);s.addScaledVector(n,-s.dot(n)),s.lengthSq()<1e-12&&s.set(n.y,n.z,n.x).addScaledVector(n,-n.dot(new C(n.y,n.z,n.x))),s.normalize();let r=new C().crossVectors(n,s);[s,r,n].forEach((o,a)=>o.toArray().forEach((l,c)=>{i.axes[3*c+a]=l}));for(let o=0;o<3;o+=1)i.at[o]=(t[o]+e[o])/2}function M2(i,t){i.outline=t.map(e=>[0,1].map(n=>[0,1,2].reduce((s,r)=>s+(e[r]-i.at[r])*i.axes[3*r+n],0)))}var zf=class extends ya{toggle(t,e,n){super.toggle(t,e,n);let s=this.lines.get(t);s&&Object.assign(s,{body:e,at:new C().fromArray(n),filled:0,version:-1})}path(){return new Float32Array(3*this.motion.capacity)}points(){return this.visible?[...this.lines.values()].map(t=>t.values.subarray(0,3*(t.filled??0))):[]}update(t){this.show();for(let e of this.lines.values())this.extend(e,t)}extend(t,e){let{motion:n}=this;t.version!==n.version&&Object.assign(t,{version:n.version,filled:0});let s=t.filled;for(let o=s;o<n.count;o+=1){let a={frame:o,part:0};Jm.copy(t.at).applyQuaternion(n.turn(t.body,a)).add(n.position(t.body,a)),Jm.toArray(t.values,3*o)}t.filled=n.count,s<n.count&&this.upload(t,s);let r=[n.count,e.frame+1];t.thin.forEach((o,a)=>o.geometry.setDrawRange(0,r[a])),t.thick.forEach((o,a)=>{o.geometry.instanceCount=Math.max(r[a]-1,0)}),t.dot.position.fromArray(t.values,3*e.frame),e.part>0&&t.dot.position.lerp(Jm.fromArray(t.values,3*e.frame+3),e.part)}upload({thin:t,thick:e,values:n,filled:s},r){for(let o of t)o.geometry.attributes.position.needsUpdate=!0;for(let o of e){let{data:a}=o.geometry.attributes.instanceStart;for(let l=Math.max(r-1,0);l+1<s;l+=1)a.array.set(n.subarray(3*l,3*l+6),6*l);a.needsUpdate=!0}}},Jm=new C;var b2=1800,S2=["reactions","efforts","acting","turning"],Vf=class extends Mr{constructor(t,e=b2){super(t);let n=this.count;this.scene=t,this.capacity=e,this.count=Math.min(n,e),this.stride=e,this.version=0;let{arrays:s}=t;this.widths={};for(let o of["times","positions","turns",...S2]){if(!s[o])continue;let a=s[o].length/n,l=new Float64Array(e*a);l.set(s[o].subarray(0,this.count*a)),s[o]=l,this.widths[o]=a}this.lines=s.channels?s.channels.length/n:0;let r=new Float64Array(this.lines*e);for(let o=0;o<this.lines;o+=1)r.set(s.channels.subarray(o*n,o*n+this.count),o*e);s.channels=r,this.times=s.times,this.shifts=s.positions,this.turns=s.turns}makeTraces(t,e){return new zf(this,t,e)}clear(){this.count=0,this.version+=1}frame(t){let e=this.count-1;if(e>=0&&this.times[e]>=t){let n=e;for(;n>0&&this.times[n-1]>=t;)n-=1;this.count=n+1,this.version+=1}else this.count===this.capacity&&this.forget(Math.floor(this.capacity/4)),this.count+=1;return this.times[this.count-1]=t,this.start=this.times[0],this.end=t,this.count-1}forget(t){let{arrays:e}=this.scene;for(let[n,s]of Object.entries(this.widths))e[n].copyWithin(0,t*s);for(let n=0;n<this.lines;n+=1){let s=n*this.capacity;e.channels.copyWithin(s,s+t,s+this.capacity)}this.count-=t,this.version+=1}},Gf=class{constructor(t,e,n){Object.assign(this,{machine:t,scene:e,motion:n});let{lines:s,acting:r,turning:o}=e.machine,a=new Map(t.channelNames.map(({name:c},h)=>[c,h])),l=c=>a.get(`${c}[0]`)??a.get(c)??-1;this.lines=s.map(([c,h,u])=>[l(c)<0?-1:l(c)+h,u]),this.loads=e.joints.map(({name:c})=>["reaction.force","reaction.moment","wrench.force","wrench.moment"].map(h=>l(`joint:${c}.${h}`))),this.acting=r.map(l),this.turning=o.map(([c,h])=>[l(c),l(h)]),this.origin=e.origin}record(){let{machine:t,motion:e,scene:n}=this,s=e.frame(t.time);this.poses(t.poses(),s);let r=t.channels(),{arrays:o}=n;this.lines.forEach(([a,l],c)=>{o.channels[c*e.stride+s]=a<0?NaN:l*r[a]}),o.reactions&&this.jointLoads(r,s),this.acting.forEach((a,l)=>{for(let c=0;c<3;c+=1)o.acting[e.widths.acting*s+3*l+c]=a<0?0:r[a+c]}),this.turning.forEach(([a,l],c)=>this.turningLoad(r,s,c,a,l))}poses(t,e){let{motion:n,origin:s}=this;for(let r=0;r<3;r+=1)n.shifts[n.widths.positions*e+r]=-s[r];n.turns.set([1,0,0,0],n.widths.turns*e);for(let r=1;r<n.bodies;r+=1){let o=12*(r-1);tM.set(t[o],t[o+1],t[o+2],0,t[o+3],t[o+4],t[o+5],0,t[o+6],t[o+7],t[o+8],0,0,0,0,1),uc.setFromRotationMatrix(tM),n.turns.set([uc.w,uc.x,uc.y,uc.z],n.widths.turns*e+4*r);for(let a=0;a<3;a+=1)n.shifts[n.widths.positions*e+3*r+a]=t[o+9+a]-s[a]}}jointLoads(t,e){let{reactions:n,efforts:s}=this.scene.arrays,r=this.motion.widths.reactions;this.loads.forEach(([a,l,c,h],u)=>{for(let f=0;f<3;f+=1){let d=r*e+6*u+f,[p,_]=[a<0?0:t[a+f],l<0?0:t[l+f]];n[d]=p,n[d+3]=_,s[d]=c<0?0:t[c+f]-p,s[d+3]=h<0?0:t[h+f]-_}});let o=Math.max(...n.subarray(r*e,r*(e+1)).map(Math.abs));for(let a=r*e;a<r*(e+1);a+=1)Math.abs(s[a])<1e-9*o&&(s[a]=0)}turningLoad(t,e,n,s,r){let{arrays:o,turning:a}=this.scene,{motion:l}=this,c=a[n];fc.fromArray(c.at).applyQuaternion(l.turn(c.body,{frame:e,part:0})),Qm.set(0,0,0),s>=0&&Qm.set(t[s],t[s+1],t[s+2]),fc.cross(Qm);let h=r<0?[0,0,0]:[t[r],t[r+1],t[r+2]];o.turning.set([h[0]-fc.x,h[1]-fc.y,h[2]-fc.z],l.widths.turning*e+3*n)}},tM=new qt,uc=new we,fc=new C,Qm=new C;var dc=i=>sn(i.replaceAll("*"," ")),w2=500,A2=9,Hf=i=>Number(i.toPrecision(12)),Wf=class{constructor(t,e){this.apply=e,this.rows=t.map(n=>this.row(n)),this.node=B("section",{class:"sliders","aria-label":"Sliders"},B("header",{},B("h2",{text:"Sliders"}),re("Reset","All sliders as in the file",()=>this.reset())),...this.rows.map(({node:n})=>n)),this.node.hidden=!t.length}row(t){let{low:e,high:n,value:s,unit:r,factor:o,step:a}=t,l=t.text||t.name,c=`${l}${r?` [${dc(r)}]`:""}`,h=3+Math.max(1,Math.ceil(Math.log10(Math.max(Math.abs(e),Math.abs(n))/(n-e)))),u={slider:t,good:s,label:l,digits:h};u.range=B("input",{type:"range",min:Hf(o*e),max:Hf(o*n),step:a?Hf(o*a):"any","aria-label":c,title:"Double-click for the value of the file"}),u.field=B("input",{type:"text",inputmode:"decimal",class:"value","aria-label":`${c}, typed`,size:7}),u.mark=B("span",{class:"good",title:"The last value that is possible"}),u.mark.hidden=!0,u.node=B("label",{class:"slide"},B("span",{class:"name",text:l,title:t.name}),B("span",{class:"track"},u.range,u.mark),u.field,B("span",{class:"unit",text:dc(r)})),u.range.addEventListener("keydown",p=>{let _={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1,PageUp:10,PageDown:-10}[p.key];!_||a||(p.preventDefault(),f(Number(u.range.value)+_*5*o*(n-e)/w2),this.settle(u))});let f=p=>{u.digits=h,this.ask(u,(a?p:Number(p.toPrecision(h)))/o)};u.range.addEventListener("input",()=>f(Number(u.range.value))),u.range.addEventListener("change",()=>this.settle(u)),u.range.addEventListener("dblclick",()=>this.ask(u,s));let d=()=>{if(u.field.value===u.shown)return;let p=Number(u.field.value.replace(",",".").trim()||"x");u.digits=A2,Number.isFinite(p)?this.ask(u,p/o):this.refuse(u,NaN,`${l}: "${u.field.value}" is not a number`),this.settle(u)};return u.field.addEventListener("change",d),u.field.addEventListener("keydown",p=>{p.key==="Enter"&&d(),p.key==="Escape"&&this.show(u,u.good)}),this.show(u,s),u}ask(t,e){let{low:n,high:s,factor:r,unit:o}=t.slider,a=Math.min(Math.max(e,n),s),l=a!==e&&Math.abs(a-e)>1e-9*(s-n),c=this.apply(t.slider,a);return c.ok?(t.good=a,t.node.classList.remove("wrong"),t.mark.hidden=!0,this.show(t,a),this.say(l?`${t.label} goes from ${ve(r*n)} to ${ve(r*s)} ${dc(o)}`:""),c):(this.refuse(t,a,`${t.label} = ${ve(r*a,t.digits)} ${dc(o)}: ${c.message}`),c)}refuse(t,e,n){let{low:s,high:r,factor:o,unit:a}=t.slider;t.node.classList.add("wrong"),t.mark.hidden=!1,t.mark.style.left=`${100*(t.good-s)/(r-s)}%`,Number.isFinite(e)&&(t.field.value=ve(o*e,t.digits)),this.say(`${n}. It stays at ${ve(o*t.good,t.digits)} ${dc(a)}.`.replaceAll("..","."))}settle(t){this.show(t,t.good),t.node.classList.remove("wrong"),this.settled()}settled(){}show(t,e){let{slider:n,range:s,field:r}=t;s.value=String(Hf(n.factor*e)),t.shown=ve(n.factor*e,t.digits),r.value=t.shown}set(t,e){let n=this.rows.find(({slider:r})=>r.name===t||`${r.kind}s.${r.name}`===t);if(!n)return{ok:!1,message:`there is no slider '${t}'`};let s=this.ask(n,e);return this.settle(n),s}reset(){let t=this.original();for(let e of this.rows){let{kind:n,value:s}=e.slider;if(!t.ok||n==="input"||n==="drive"){this.ask(e,s);continue}e.good=s,e.node.classList.remove("wrong"),e.mark.hidden=!0,this.show(e,s)}this.say(t.message)}original(){return{ok:!1,message:""}}say(){}state(){return Object.fromEntries(this.rows.map(({slider:t,good:e,node:n,field:s})=>[t.name,{value:e,shown:s.value,wrong:n.classList.contains("wrong")}]))}};var Xf=class{constructor(t,e){this.machine=t,this.clock=e,this.energy=B("output",{class:"reading"}),this.balance=B("output",{class:"reading"}),this.loop=B("output",{class:"reading"}),this.pace=B("span",{class:"pace"}),this.text=B("span",{}),this.message=B("div",{class:"message",role:"alert"},this.text,re("","Dismiss",()=>this.say(""),"close")),this.message.hidden=!0;let n=(s,r,o)=>B("span",{class:"item",title:r},B("span",{class:"name",text:s}),o);this.node=B("div",{class:"status",role:"group","aria-label":"Energy and loops"},n("Energy","Kinetic energy and potential energy together",this.energy),n("balance","Energy that the computation has gained or lost: 0 if it were exact",this.balance),n("loop error","The largest gap of the loops",this.loop),this.pace)}say(t){this.text.textContent!==t&&(this.text.textContent=t),this.message.hidden=!t}update(){if(!this.clock.due("status"))return;let{total:t,balance:e}=this.machine.energy(),{length:n,angle:s}=this.machine.loopError();this.energy.textContent=`${ve(t,4)} J`,this.balance.textContent=`${tg(e)} J`,this.loop.textContent=n>0||!(s>0)?`${tg(n)} m`:`${tg(s)} rad`;let r=this.clock.playing&&this.clock.slowed<.95;this.pace.textContent=r?`${ve(this.clock.slowed*this.clock.speed,2)} \xD7 the speed of the clock`:""}},tg=i=>Math.abs(i)<1e-300?"0":i.toExponential(1).replace("e+","e");var eM='11px system-ui, "Segoe UI", sans-serif',E2=181,T2=5,nM=180/Math.PI,qf=class{constructor(t,e,n){Object.assign(this,{machine:t,scene:e,palette:n,found:null,chart:null,stale:!0}),this.coordinate=t.turns[0]?.name??null;let s=o=>{let[a,l]=Gs(e,this.turning?"N m":"N");return{key:"effort",text:`${o}, driving effort`,unit:a,factor:l}};this.quantities=this.coordinate===null?[]:[s(this.coordinate),...this.channels()],this.chosen=this.quantities[0],this.readings=Object.fromEntries(["least","largest","mean"].map(o=>[o,B("output",{class:"reading"})])),this.select=B("select",{"aria-label":"Quantity over one turn",onchange:()=>{this.chosen=this.quantities[Number(this.select.value)],this.draw()}},...this.quantities.map(({text:o},a)=>B("option",{value:a,text:o}))),this.which=B("select",{"aria-label":"Coordinate that is driven",onchange:()=>{this.coordinate=this.which.value,this.quantities[0]=s(this.coordinate),this.select.options[0].textContent=this.quantities[0].text,this.compute()}},...t.turns.map(({name:o})=>B("option",{value:o,text:o}))),this.which.hidden=t.turns.length<2,this.note=B("p",{class:"note",role:"status"}),this.title=B("h2",{}),this.holder=B("div",{class:"chart"});let r=(o,a)=>B("span",{class:"entry"},B("span",{class:"name",text:a}),this.readings[o]);this.node=B("article",{class:"card turns","aria-label":"One turn"},B("div",{class:"top"},this.title,this.which,this.select),B("div",{class:"legend"},r("least","min"),r("largest","max"),r("mean","mean")),this.holder,this.note),this.node.hidden=this.coordinate===null}channels(){let{scene:t}=this;return t.channels.flatMap(e=>e.components.map((n,s)=>{let[r,o,a]=t.machine.lines[e.line+s];return{key:e.components.length>1?`${r}[${o}]`:r,text:n?`${e.name}.${n}`:e.name,unit:e.units[s],factor:a}}))}get turning(){return this.machine.turns.find(({name:t})=>t===this.coordinate)?.unit==="rad/s"}get axis(){return this.turning?["deg",nM]:Gs(this.scene,"m")}compute(){if(this.coordinate===null)return;this.stale=!1;let{turning:t}=this;this.title.textContent=t?"One turn":"One stroke";let n=this.machine.motors.find(({name:a})=>a===this.coordinate)?.rate||void 0,s=this.scene.machine.travel?.[this.coordinate],r=t?{from:0,to:2*Math.PI}:s?{from:s[0],to:s[1]}:{},o={coordinate:this.coordinate,count:E2,rate:n};this.found={values:new Float64Array(0),channels:{},...this.machine.turn({...o,...r})},this.note.textContent="",!this.found.ok&&t?this.swing(o):this.found.ok||(this.note.textContent=iM(this.found.message)),this.node.classList.toggle("wrong",!this.found.ok),(!this.begun||this.node.hidden)&&this.begin(),this.draw()}begin(){if(this.begun=!0,this.node.hidden=!1,!this.found.count||this.values().some(s=>s!==0))return;let t=this.quantities.map(s=>this.values(s).filter(r=>r!==null)),e={};this.quantities.forEach(({unit:s},r)=>{e[s]=Math.max(e[s]??0,...t[r].map(Math.abs))});let n=t.findIndex((s,r)=>{let{text:o,unit:a}=this.quantities[r];return o!==this.coordinate&&Math.max(...s)-Math.min(...s)>1e-6*e[a]});this.chosen=this.quantities[Math.max(n,0)],this.select.value=String(Math.max(n,0)),this.node.hidden=n<0}swing(t){let e=this.found.message,n=this.machine.coordinate(this.coordinate),[s,r]=[1,-1].map(p=>this.machine.turn({...t,from:n,to:n+p*2*Math.PI}));if(!s.count||!r.count){this.note.textContent=iM(e);return}let o=(p,_)=>p&&_?Float64Array.from([...[...p].reverse(),..._.subarray(1)]):void 0,a=Object.fromEntries(Object.keys(s.channels).map(p=>[p,o(r.channels[p],s.channels[p])])),l=[r,s].map(({values:p,count:_})=>p[_-1]),c=-2*Math.PI*Math.round((l[0]+l[1])/(4*Math.PI)),h=o(r.values,s.values).map(p=>p+c);this.found={ok:!1,count:h.length,values:h,shift:c,effort:o(r.effort,s.effort),channels:a};let[u,f]=l.map(p=>(nM*(p+c)).toFixed(0)),d=s.message.split(": ").slice(1).join(": ").replace(/ by [^']*$/,"");this.note.textContent=`No whole turn: ${this.coordinate} swings between ${u} and ${f} degrees; beyond, ${d}.`}values(t=this.chosen){let{found:e}=this;if(!e||!e.count)return[];let n=t.key==="effort"?e.effort:e.channels[t.key];return n?Array.from(n,s=>Number.isFinite(s)?t.factor*s:null):[]}draw(){let t=this.values(),e=t.filter(f=>f!==null),n=sn(this.chosen?.unit??""),s={least:Math.min(...e),largest:Math.max(...e),mean:C2(t)},r=1e-9*Math.max(-s.least,s.largest),o=this.found?.ok===!1&&e.length?this.range(s.least,s.largest):[-1/0,1/0],a=f=>Math.abs(f)>T2*Math.max(...o.map(Math.abs)),l=a(s.least)||a(s.largest);for(let[f,d]of Object.entries(this.readings)){let p=Math.abs(s[f])<r?0:s[f],_=f==="mean"?l:a(p);d.textContent=_?"no bound":e.length?`${ve(p,4)} ${n}`:"\u2013"}let[,c]=this.axis,h=this.found?Array.from(this.found.values.subarray(0,t.length),f=>c*f):[],u=`${this.coordinate} ${n}`;!this.chart||this.drawn!==u?this.make(n,h,t):this.chart.setData([h,t]),this.drawn=u,this.point()}make(t,e,n){this.chart?.destroy();let s={stroke:this.palette.rule,width:1},r={font:eM,labelFont:eM,stroke:this.palette.axis,grid:s,ticks:{...s,size:4}},{turning:o}=this;this.chart=new gn({width:Math.max(this.holder.clientWidth,120),height:150,legend:{show:!1},cursor:{show:!1},padding:[10,14,0,0],scales:{x:{time:!1,range:o?(a,l,c)=>this.found.ok?[0,360]:[l??0,c??360]:void 0},y:{range:(a,l,c)=>this.range(l,c)}},axes:[{...r,size:28,label:`${this.coordinate} [${sn(this.axis[0])}]`,labelSize:16,labelGap:0,...o?{incrs:[1,5,10,15,30,45,90,180],space:44}:{}},{...r,size:58,space:18,label:t||" ",labelSize:16,labelGap:0,splits:Cu,values:(a,l)=>l.map(c=>ve(c,4))}],series:[{},{stroke:this.palette.lines[0],width:1.8,pxAlign:0,points:{show:!1}}]},[e,n],this.holder),this.cursor=B("div",{class:"cursor"}),this.chart.over.append(this.cursor)}range(t,e){if(t===null||!Number.isFinite(t)||!Number.isFinite(e))return[-1,1];let[n,s]=[t,e];if(!this.found.ok){let a=this.values().filter(l=>l!==null).sort((l,c)=>l-c);[n,s]=[a[Math.floor(.08*a.length)],a[Math.floor(.92*(a.length-1))]],[n,s]=[Math.max(t,n-.3*(s-n)),Math.min(e,s+.3*(s-n))]}let r=Math.max(Math.abs(n),Math.abs(s)),o=r>0?Math.max(.55*(s-n),.001*r):1;return[(n+s)/2-o,(n+s)/2+o]}point(){let t=this.machine.coordinate(this.coordinate);if(!this.chart||t===void 0)return;let e=this.turning&&this.found?.ok,n=this.axis[1]*(e?(t%(2*Math.PI)+2*Math.PI)%(2*Math.PI):t+(this.found?.shift??0)),s=`translateX(${this.chart.valToPos(n,"x").toFixed(1)}px)`;this.moved!==s&&(this.cursor.style.transform=s),this.moved=s}setPalette(t){this.palette=t,this.drawn=null,this.found&&this.draw()}resize(){let t=this.holder.clientWidth;this.chart&&t>40&&Math.abs(t-this.chart.width)>1&&(this.chart.setSize({width:t,height:150}),this.point())}state(){let t=this.values();return{coordinate:this.coordinate,ok:this.found?.ok??!1,count:this.found?.count??0,quantity:this.chosen?.text,note:this.note.textContent,x:this.found?Array.from(this.found.values):[],values:t,readings:Object.fromEntries(Object.entries(this.readings).map(([e,n])=>[e,n.textContent]))}}};function C2(i){if(i.length<2)return i[0]??NaN;let t=0;for(let e=1;e<i.length;e+=1)t+=((i[e]??0)+(i[e-1]??0))/2;return t/(i.length-1)}var iM=i=>`${i.charAt(0).toUpperCase()}${i.slice(1)}.`;var R2=70,P2=10,sM=40,I2=80,L2=4,D2=.1;async function aM(i,t){let e=await Jv(await Op(i.machine.module),i.machine.manifest);return new eg(i,t,e)}var rM=i=>new mn().setFromArray(i).getSize(new C).length(),eg=class{constructor(t,e,n){Object.assign(this,{scene:t,app:e,machine:n,changed:!1,plotted:0});let s=new Vf(t);this.clock=new Pf(s,n),e.classList.add("machine"),this.view=new va(t,this.clock,e),this.view.plots.marks=()=>n.happened,this.clock.recorder=new Gf(n,t,s),this.geometry=new kf(n,t),this.build(),t.travels||this.foresee(s),s.clear(),this.clock.recorder.record(),this.clock.seek(s.end),this.turns.compute();for(let r of n.cannot)this.view.notify(`${r.charAt(0).toUpperCase()}${r.slice(1)}.`);this.clock.play(!matchMedia("(prefers-reduced-motion: reduce)").matches)}build(){let{view:t,machine:e,clock:n,scene:s,app:r}=this;this.status=new Xf(e,n),this.panel=new Wf(s.machine.sliders,(a,l)=>this.apply(a,l)),this.turns=new qf(e,s,t.theme.palette),this.drag=new Lf(e,s,t,n);let o=a=>this.status.say(a&&`${a.charAt(0).toUpperCase()}${a.slice(1)}`);n.say=o,this.panel.say=o,this.panel.original=()=>this.changedBy(e.original()),this.panel.settled=()=>requestAnimationFrame(()=>this.keepInSight());for(let a of Object.values(t.arrows.sets))a.most=1.2*s.size;t.holder.append(this.status.node,this.status.message),t.plots.node.prepend(this.panel.node),t.plots.list.prepend(this.turns.node),r.classList.remove("no-plots"),r.querySelector(".timeline").replaceWith(Qv(n)),this.dragButton=re("Drag","Pull bodies with the pointer (d)",()=>this.toggleDrag()),this.dragButton.setAttribute("aria-pressed","true"),t.toolbar.tools.querySelector(".set").append(this.dragButton),t.theme.listen(a=>{this.turns.setPalette(a),this.drag.setPalette(a)}),new ResizeObserver(()=>this.turns.resize()).observe(this.turns.holder),new ResizeObserver(()=>requestAnimationFrame(()=>this.keepInSight())).observe(t.holder),t.resize()}toggleDrag(t=!this.drag.on){this.drag.on=t,this.dragButton.setAttribute("aria-pressed",String(t))}apply(t,e){let{machine:n}=this;return t.kind==="input"?this.touched(n.setInput(t.target,e)):t.kind==="drive"?this.touched(n.setMotor(t.target,e)):this.changedBy(n.setConstant(t.target,e))}changedBy(t){return t.ok&&this.geometry.apply()&&(this.view.foreseen=[],this.view.reshape()),t.restarted&&(this.clock.motion.clear(),this.clock.recorder.record(),this.clock.seek(this.clock.motion.end)),this.touched(t)}foresee(t){let{view:e,machine:n}=this,{recorder:s}=this.clock;e.foreseen=e.swept();let r=L2*rM(e.foreseen),o=n.state(),a=performance.now();t.clear();let l={ok:!0};for(let h=0;h<sM&&l.ok&&performance.now()-a<I2;h+=1)l=n.advance(P2/sM),s.record();let c=t.count?e.swept():[];rM(c)<r&&(e.foreseen=c),n.restore(o)}keepInSight(){let{camera:t}=this.view.stage,e=this.view.batches.corners(),{node:n}=this.status,s=Math.max(this.view.holder.clientHeight,1);this.view.cameras.covered=Math.min(n.offsetTop+n.offsetHeight,.2*s);let r=1-2*this.view.cameras.covered/s;if(!this.seen){this.seen=!0,this.view.fit();return}for(let o=0;o<e.length;o+=3){let{x:a,y:l}=oM.fromArray(e,o).project(t);if(Math.abs(a)>1||l<-1||l>r){this.view.fit();return}}}touched(t){return t.ok&&(this.changed=!0),t}frame(t,e){let{clock:n,view:s}=this;this.drag.frame(t),this.changed&&(this.changed=!1,n.playing||(n.recorder.record(),n.seek(n.motion.end)),this.turns.compute(),this.plotted=0),n.motion.end!==this.shown&&(e-this.plotted>R2||!n.playing)&&(this.shown=n.motion.end,this.plotted=e,s.plots.renew(),this.turns.point(),this.status.update())}api(){return{machine:this.machine,set:(t,e)=>this.panel.set(t,e),start:()=>this.clock.home(),run:t=>{this.clock.playing=!1;let e=Math.max(Math.ceil(t/D2),1);for(let n=0;n<e&&!this.machine.ended;n+=1)this.clock.run(t/e);return this.machine.time},drag:t=>this.toggleDrag(t),screen:t=>{let e=this.scene.bodies.findIndex(a=>a.name===t),n=this.view.stage.world.localToWorld(Gn(this.view.bodies[e],oM.fromArray(this.scene.bodies[e].com))),{x:s,y:r}=n.project(this.view.stage.camera),o=this.view.stage.renderer.domElement.getBoundingClientRect();return[o.left+(.5+.5*s)*o.width,o.top+(.5-.5*r)*o.height]},state:()=>({sliders:this.panel.state(),message:this.status.message.hidden?"":this.status.text.textContent,status:this.status.node.textContent,turns:this.turns.state(),force:this.machine.dragForce,frames:this.clock.motion.count,events:this.machine.happened.map(({name:t,time:e})=>({name:t,time:e})),slowed:this.clock.slowed})}}},oM=new C;var N2=25,U2=40,Yf=class{constructor(t,e,n){Object.assign(this,{live:t.live,clock:e,view:n,failed:0,ending:!1,running:!0}),this.values=this.live.efforts.map(s=>s.value),this.exchanges=0;for(let s of[...n.traces.lines.keys()])n.traces.toggle(s);this.node=this.build(),n.app.classList.add("live"),n.app.querySelector(".timeline").replaceWith(this.node),n.resize(),n.update(),this.exchange()}build(){return this.time=B("span",{class:"now",text:"\u2013"}),this.sliders=this.live.efforts.map((t,e)=>this.slider(t,e)),this.stop=re("End","End the run",()=>{this.ending=!0}),B("footer",{class:"timeline steering"},this.time,B("div",{class:"sliders"},...this.sliders.map(({row:t})=>t)),re("Zero","All efforts to zero",()=>this.zero()),this.stop)}slider(t,e){let n=B("output",{class:"value"}),s=B("input",{type:"range",min:t.low,max:t.high,step:"any",class:"effort","aria-label":t.name,title:"Double-click for zero",oninput:()=>this.steer(e,Number(s.value)),ondblclick:()=>this.steer(e,0)}),r=B("label",{class:"steered"},B("span",{class:"name",text:t.name}),s,n),o=a=>{s.value=String(a),n.textContent=`${ve(a,3)} ${sn(t.unit)}`};return o(t.value),{row:r,show:o}}steer(t,e){let{low:n,high:s}=this.live.efforts[t];this.values[t]=Math.min(Math.max(e,n),s),this.sliders[t].show(this.values[t])}zero(){this.values.forEach((t,e)=>this.steer(e,0))}async exchange(){try{let t=await fetch(this.live.address,{method:"POST",mode:"same-origin",cache:"no-store",body:JSON.stringify({efforts:this.values,end:this.ending})});if(!t.ok)throw new Error(t.statusText);this.show(await t.json()),this.failed=0}catch{this.failed+=1}this.running&&this.failed<U2?setTimeout(()=>this.exchange(),N2):this.finish()}show({running:t,t:e,positions:n,turns:s}){this.exchanges+=1,this.running=t,e!==void 0&&(this.clock.motion.set(e,n,s),this.time.textContent=`${e.toFixed(2)} s`,this.clock.seek(e))}finish(){this.running=!1,this.time.textContent+=" \u2013 the run is over";for(let t of this.node.querySelectorAll("input, button"))t.disabled=!0}state(){return{values:[...this.values],running:this.running,exchanges:this.exchanges}}};var ng=document.getElementById("app");async function O2(){let i=await X_(),t=i.machine?await aM(i,ng):null,e=()=>i.modes?new uf(i):new Mr(i),n=t?.clock??new ta(e(),i.pace),s=t?.view??new va(i,n,ng);q_(s,n,t);let r=null,o=l=>{n.playing&&r!==null&&n.advance(Math.min((l-r)/1e3,.25)),t?.frame((l-(r??l))/1e3,l),s.frame(l-(r??l)),r=l,requestAnimationFrame(o)};requestAnimationFrame(o),s.draw(),i.modes&&n.play(!0);let a=i.live?new Yf(i,n,s):null;window.sarrus={...H_(i,n,s),steering:a,live:t?.api()??null}}window.sarrus={ready:!1};O2().catch(i=>{ng.replaceChildren(B("p",{class:"failed",text:`The page cannot be shown: ${i.message}`})),window.sarrus={ready:!1,error:String(i)}});})();
