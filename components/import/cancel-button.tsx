"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { askServer } from "./ask-server";

/** Gives an import up; what the server says against it stands beside the button. */
export function CancelButton({ address, label }: { address: string; label: string }) {
  const router = useRouter();
  const [state, setState] = useState<{ asking: boolean; fault: string | null }>({
    asking: false,
    fault: null,
  });
  async function cancel(): Promise<void> {
    setState({ asking: true, fault: null });
    const answer = await askServer(`${address}/cancel`);
    setState({ asking: answer.ok, fault: answer.ok ? null : answer.message });
    router.refresh();
  }
  return (
    <>
      <Button onClick={() => void cancel()} disabled={state.asking}>
        {state.asking ? "Stopping …" : label}
      </Button>
      {state.fault === null ? null : (
        <span role="alert" className="text-damage-ink">
          {state.fault}
        </span>
      )}
    </>
  );
}
