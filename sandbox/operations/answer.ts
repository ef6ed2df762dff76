import type { Fault } from '../faults/faults';
import type { MultipartForm } from '../training/uploaded-files';
import type { ApiKey } from '../database/api-keys-repository';

/** A request to an operation as it came in, authenticated, not yet parsed. */
export interface OperationRequest {
	params: unknown;
	query: unknown;
	body: unknown;
	/** Null without a valid one; no operation comes as far then. */
	key: ApiKey | null;
	/** For the operation that takes a file. */
	form?: MultipartForm;
	/** The fault that was asked for, where the operation itself makes it. */
	fault: Fault | null;
}

/** What implements one operation of the contract, once its types are checked. */
export interface Implementation {
	id: string;
	/** The reply's body, or a promise of it. */
	answer(request: OperationRequest): unknown;
}
