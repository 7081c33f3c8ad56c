import { expect, it } from "vitest";
import { readManifestFile } from "./manifest-file";

it("reads a manifest", async () => {
  const content = { tools: [{ name: "rm", role: "delete" }] };
  expect(await readManifestFile(new File([JSON.stringify(content)], "m.json"))).toEqual({
    manifest: { name: "m.json", content },
  });
});

/** The sentence of what could not be read. */
async function faultOf(file: Parameters<typeof readManifestFile>[0]): Promise<string> {
  const read = await readManifestFile(file);
  return "fault" in read ? read.fault : "";
}

it("says in one sentence what is none, and where", async () => {
  expect(await faultOf(new File(["{"], "m.json"))).toMatch(/^m\.json is not JSON \(.+\)\.$/);
  const wrong = '{"tools":[{"name":"rm","role":"erase"}]}';
  expect(await faultOf(new File([wrong], "m.json"))).toMatch(
    /^m\.json is no manifest: \$\.tools\.0\.role: .+\.$/,
  );
  const large = { name: "m.json", size: 2 ** 20 + 1, text: async () => "{}" };
  expect(await faultOf(large)).toBe("m.json is larger than 1 MiB.");
});
