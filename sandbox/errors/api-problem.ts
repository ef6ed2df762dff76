import type { Issue } from '../../api';

export interface ProblemOptions {
	/** Stable identifier (specification, part 7). */
	type: string;
	title: string;
	status: number;
	detail: string;
	/** The fields that were refused. */
	issues?: Issue[];
	/** Seconds to wait, for the Retry-After header. */
	retryAfter?: number;
}

/** A refusal that is answered in the error envelope of the specification's part 7. */
export class ApiProblem extends Error {
	override name = 'ApiProblem';
	readonly status: number;
	readonly retryAfter?: number;

	constructor(private readonly options: ProblemOptions) {
		super(options.detail);
		this.status = options.status;
		this.retryAfter = options.retryAfter;
	}

	toJSON() {
		const { type, title, status, detail, issues = [] } = this.options;
		return { type, title, status, detail, issues };
	}
}
