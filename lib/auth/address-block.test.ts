import { expect, test } from "vitest";
import { addressBlock } from "./address-block";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["2001:db8:1:2::10.0.0.1", "2001:db8:1:2::/64"],
  ["unknown", "unknown"],
])("B2: %s counts as %s", (address, block) => {
  expect(addressBlock(address)).toBe(block);
});
