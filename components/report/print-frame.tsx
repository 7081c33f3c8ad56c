import { DataName } from "@/components/ui/data-text";
import { VERSION } from "@/lib/domain/version";
import { instant } from "@/lib/format/time";

/** What stands at the head of every printed sheet: whose figures these are, when and by what they were made. */
export function PrintFrame({ name, madeAt }: { name: string; madeAt: Date }) {
  return (
    <div aria-hidden="true" className="print-frame">
      <span>
        <DataName text={name} />
      </span>
      <span>
        {instant(madeAt)} · Aftermath {VERSION}
      </span>
    </div>
  );
}
