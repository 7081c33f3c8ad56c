/**
 * Keeps what was made of things that never change, at most `most` of them; the one not asked for longest goes
 * first. A key has to name everything that its value was made of: a campaign by its id, which no other
 * campaign gets again, and the policy by its settings. Values are shared: nobody may change one.
 */
export function remembered<Value>(most: number) {
  const kept = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key: string, value: Value): Value {
      kept.delete(key);
      kept.set(key, value);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return value;
    },
  };
}
