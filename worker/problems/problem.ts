export interface ProblemIssue {
	/** The field, as a path in the body or query, or the header's name. */
	path: string;
	message: string;
}

export interface ProblemFields {
	/** Stable identifier, for programs. */
	type: string;
	/** A few words for a person. */
	title: string;
	/** The HTTP status. */
	status: number;
	/** What happened and what to do now. */
	detail: string;
	issues?: ProblemIssue[];
	/** Seconds after which a retry makes sense. */
	retryAfterSeconds?: number;
}

/** A refusal in the service's error envelope (specification, part 7), which the gateway uses too. */
export class Problem extends Error {
	override readonly name = 'Problem';
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly issues: ProblemIssue[];
	readonly retryAfterSeconds: number | undefined;

	constructor({ type, title, status, detail, issues = [], retryAfterSeconds }: ProblemFields) {
		super(`${title}: ${detail}`);
		this.type = type;
		this.title = title;
		this.status = status;
		this.detail = detail;
		this.issues = issues;
		this.retryAfterSeconds = retryAfterSeconds;
	}

	/** The envelope in the response. */
	toBody() {
		return { type: this.type, title: this.title, status: this.status, detail: this.detail, issues: this.issues };
	}
}

/** Whether an error is the refusal of this type. */
export function isProblem(error: unknown, type: string): error is Problem {
	return error instanceof Problem && error.type === type;
}

/** The same refusal with the caller's names of the fields. */
export function problemAt(problem: Problem, rename: (path: string) => string): Problem {
	const issues = problem.issues.map(({ path, message }) => ({ path: rename(path), message }));
	const { retryAfterSeconds } = problem;
	return new Problem({
		...problem.toBody(),
		issues,
		...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
	});
}
