import { isConnectionLoss } from "./database-fault";
import type { Transaction } from "./insert-rows";

/**
 * Runs `work`, and takes back what it wrote when it throws, so that the transaction can go on. The driver's
 * own savepoints are never released: a long import would nest thousands of them.
 */
export async function withSavepoint(tx: Transaction, work: () => Promise<void>): Promise<void> {
  await tx.unsafe("savepoint batch");
  try {
    await work();
  } catch (error) {
    // Nothing can be sent to a connection that broke, and nothing has to be taken back there.
    if (!isConnectionLoss(error))
      await tx.unsafe("rollback to savepoint batch; release savepoint batch");
    throw error;
  }
  await tx.unsafe("release savepoint batch");
}
