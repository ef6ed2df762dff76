import type { SampleRequest, Stage } from './stage';

type MakeRequest = (stage: Stage) => SampleRequest | Promise<SampleRequest>;

/** A refusal of part 7 that not every operation has. */
export interface Refusal {
	/** What is wrong. */
	what: string;
	status: 400 | 402 | 403 | 404 | 409 | 413 | 503;
	type: string;
	/** What `detail` tells. */
	detail?: RegExp;
	/** The field that is named. */
	field?: string;
	/** Brings it about that the request is refused, and answers the request. */
	request: MakeRequest;
}

/** How one operation is driven. */
export interface Sample {
	/** Makes what the request is about, and answers a request that succeeds. Each call makes a new one. */
	request: MakeRequest;
	/** Bodies that are refused, with the field that is named. */
	brokenBodies?: ReadonlyArray<{ body: unknown; field: string }>;
	refusals?: readonly Refusal[];
}
