/**
 * Names of the ids that corpora carry, as their publishers give them: the OWASP Top 10 for Large Language
 * Model Applications, editions 1.1 (2023) and 2025, and MITRE ATLAS. An id that is not here is shown
 * without a name: none is guessed.
 */
const OWASP_2025: Readonly<Record<string, string>> = {
  LLM01: "Prompt Injection",
  LLM02: "Sensitive Information Disclosure",
  LLM03: "Supply Chain",
  LLM04: "Data and Model Poisoning",
  LLM05: "Improper Output Handling",
  LLM06: "Excessive Agency",
  LLM07: "System Prompt Leakage",
  LLM08: "Vector and Embedding Weaknesses",
  LLM09: "Misinformation",
  LLM10: "Unbounded Consumption",
};

const OWASP_2023: Readonly<Record<string, string>> = {
  LLM01: "Prompt Injection",
  LLM02: "Insecure Output Handling",
  LLM03: "Training Data Poisoning",
  LLM04: "Model Denial of Service",
  LLM05: "Supply Chain Vulnerabilities",
  LLM06: "Sensitive Information Disclosure",
  LLM07: "Insecure Plugin Design",
  LLM08: "Excessive Agency",
  LLM09: "Overreliance",
  LLM10: "Model Theft",
};

const ATLAS: Readonly<Record<string, string>> = {
  "AML.T0010": "AI Supply Chain Compromise",
  "AML.T0020": "Poison Training Data",
  "AML.T0043": "Craft Adversarial Data",
  "AML.T0048": "External Harms",
  "AML.T0050": "Command and Scripting Interpreter",
  "AML.T0051": "LLM Prompt Injection",
  "AML.T0051.000": "LLM Prompt Injection: Direct",
  "AML.T0051.001": "LLM Prompt Injection: Indirect",
  "AML.T0051.002": "LLM Prompt Injection: Triggered",
  "AML.T0052": "Phishing",
  "AML.T0053": "AI Agent Tool Invocation",
  "AML.T0054": "LLM Jailbreak",
  "AML.T0055": "Unsecured Credentials",
  "AML.T0057": "LLM Data Leakage",
  "AML.T0061": "LLM Prompt Self-Replication",
  "AML.T0065": "LLM Prompt Crafting",
  "AML.T0066": "Retrieval Content Crafting",
  "AML.T0067": "LLM Trusted Output Components Manipulation",
  "AML.T0068": "LLM Prompt Obfuscation",
  "AML.T0069": "Discover LLM System Information",
  "AML.T0070": "RAG Poisoning",
  "AML.T0071": "False RAG Entry Injection",
  "AML.T0080": "AI Agent Context Poisoning",
  "AML.T0081": "Modify AI Agent Configuration",
  "AML.T0082": "RAG Credential Harvesting",
  "AML.T0083": "Credentials from AI Agent Configuration",
  "AML.T0085": "Data from AI Services",
  "AML.T0092": "Manipulate User LLM Chat History",
  "AML.T0093": "Prompt Infiltration via Public-Facing Application",
  "AML.T0094": "Delay Execution of LLM Instructions",
  "AML.T0098": "AI Agent Tool Credential Harvesting",
  "AML.T0099": "AI Agent Tool Data Poisoning",
};

/** "LLM01:2025", "llm01", "OWASP LLM01 (2025)", with or without an edition. */
const OWASP_ID = /\b(LLM(?:0[1-9]|10))\b(?:.*?\b(20\d\d)\b)?/i;
const ATLAS_ID = /\bAML\.T\d{4}(?:\.\d{3})?\b/i;

/**
 * The published name of an OWASP LLM id, or null. The editions gave most numbers another meaning: an id
 * that does not say its edition has a name only where both agree.
 */
export function owaspName(id: string): string | null {
  const [, found = "", edition] = OWASP_ID.exec(id) ?? [];
  const number = found.toUpperCase();
  const [first, second] = [OWASP_2023[number], OWASP_2025[number]];
  if (edition === "2025") return second ?? null;
  if (edition === "2023" || edition === "2024") return first ?? null;
  return edition === undefined && first === second ? (first ?? null) : null;
}

/** The published name of a MITRE ATLAS technique, or null. */
export function atlasName(id: string): string | null {
  const found = ATLAS_ID.exec(id)?.[0].toUpperCase();
  return found === undefined ? null : (ATLAS[found] ?? null);
}
