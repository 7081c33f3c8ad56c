import { expect, it } from "vitest";
import { bytes } from "./bytes";

it("names sizes", () => {
  expect(bytes(0)).toBe("0 bytes");
  expect(bytes(1023)).toBe("1023 bytes");
  expect(bytes(1024)).toBe("1.0 KiB");
  expect(bytes(20_971_520)).toBe("20.0 MiB");
  expect(bytes(5 * 1024 ** 3)).toBe("5.0 GiB");
});
