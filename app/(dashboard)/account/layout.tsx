import { InstanceFrame } from "../_parts/instance-frame";

export const dynamic = "force-dynamic";

export default function Layout({ children }: { children: React.ReactNode }) {
  return <InstanceFrame>{children}</InstanceFrame>;
}
