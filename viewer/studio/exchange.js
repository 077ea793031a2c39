// Questions to the program that serves the page; nothing else is ever asked.
const meta = (name) => document.querySelector(`meta[name="sarrus-${name}"]`).content;

export const nonce = meta("nonce");
const address = meta("exchange");

export async function ask(action, more = {}) {
  const response = await fetch(address, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ do: action, ...more }),
  });
  if (!response.ok) throw new Error((await response.text()).trim() || `status ${response.status}`);
  return response.json();
}

// Sends the newest of what is asked for, one at a time; what comes meanwhile waits, and only its last.
export class Latest {
  constructor(send) {
    this.send = send;
    this.busy = false;
    this.waiting = null;
    this.after = null;
  }

  // Calls a function when all is sent and answered.
  idle(act) {
    if (this.busy) this.after = act;
    else act();
  }

  async push(value) {
    if (this.busy) {
      this.waiting = { value };
      return;
    }
    this.busy = true;
    try {
      await this.send(value);
    } finally {
      this.busy = false;
      const next = this.waiting;
      this.waiting = null;
      if (next) this.push(next.value);
      else {
        this.after?.();
        this.after = null;
      }
    }
  }
}
