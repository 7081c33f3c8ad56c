// Loaded before a program (`node --import`): every name that it asks the network or the system for goes into
// the file that LOOKUPS_NOTED names, one a line. An address is no name: nobody is asked about it.
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";

const file = process.env["LOOKUPS_NOTED"] ?? "";

/** Puts a note before each function of `holder` that asks for a name. @param {object} holder */
function noteIn(holder) {
  for (const name of Object.getOwnPropertyNames(holder)) {
    /** @type {unknown} */
    const asked = Reflect.get(holder, name);
    if (!/^(?:lookup|resolve|reverse)/.test(name) || typeof asked !== "function") continue;
    Reflect.set(
      holder,
      name,
      /** @this {unknown} @param {unknown[]} given */
      function (...given) {
        const [host] = given;
        if (typeof host === "string" && isIP(host) === 0) appendFileSync(file, `${host}\n`);
        /** @type {unknown} */
        const answer = Reflect.apply(asked, this, given);
        return answer;
      },
    );
  }
}

for (const holder of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  noteIn(holder);
// What was imported by name has to be the same functions.
syncBuiltinESMExports();
