import type { ControlBody, ControlDocument, ControlDocuments } from './control-documents.ts';
import type { Lease } from './lease.ts';

/**
 * Changes a document that only the holder of a lease writes: it bears the holder's term, and once it does, what a former holder
 * still sends comes too late, however long it was on its way.
 *
 * @param next its new body, made from what is there; null leaves out what is not there
 * @throws BrctlError `engine.lease_lost`
 */
export async function changeFenced(
  documents: ControlDocuments,
  id: string,
  lease: Lease,
  next: (found: ControlDocument | null) => ControlBody | null,
): Promise<void> {
  for (;;) {
    await lease.confirm();
    const found = await documents.get(id);
    const { term = 0 } = (found?.body ?? {}) as { term?: number };
    // Tells that the lease has gone.
    if (term > lease.term) await lease.renew();
    const body = next(found);
    if (body === null) return;
    if ((await documents.put(id, { ...body, term: lease.term }, found?.place ?? null)) !== null) return;
  }
}
