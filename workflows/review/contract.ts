import { z } from 'zod';

/** What tasks ask people, and what people answer. A subject adds its own fields to the view and to the decision. */

/** `approval`: whether a version is right. `uncertain`: what became of something that the task did. */
export const QUESTION_KINDS = ['approval', 'uncertain'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The action that makes a new version, which is asked about next. Every other action ends its question. */
export const EDIT = 'edit';

/** Something that waits for a person. */
export const questionSchema = z.object({
	/** 1 is the first; an edit asks the next one. */
	number: z.int(),
	kind: z.enum(QUESTION_KINDS),
	/** Of the version to decide on. */
	hash: z.string(),
	/** Why it is asked, for a person. */
	reason: z.string(),
	/** Milliseconds since 1970. */
	expiresAt: z.number(),
});
export type Question = z.output<typeof questionSchema>;

/** A decision as it stands in a result. @param actions that people have */
export function decisionOf<Action extends string>(actions: readonly Action[]) {
	return z.object({
		/** The caller's. The same id again is the same decision. */
		id: z.string(),
		action: z.enum(actions),
		/** Who decided, as far as it is known. */
		by: z.string(),
		via: z.enum(['api', 'page']),
		/** ISO 8601 UTC. */
		at: z.string(),
		/** Number of the question that it answers. */
		question: z.int(),
		/** Of the version that the person saw. */
		hash: z.string(),
		note: z.string().nullable(),
	});
}
export type Decision<Action extends string = string> = Omit<z.output<ReturnType<typeof decisionOf>>, 'action'> & {
	action: Action;
};

/** What every view has beside its decisions. */
export const viewShape = {
	connection: z.string(),
	question: questionSchema.nullable(),
	/** Digests of the requests that were decided, by their ids. */
	asked: z.record(z.string(), z.string()),
	reviewers: z.array(z.string()),
	/** Version of the key that links to the review are made with. */
	keyVersion: z.string(),
	/** What a cancellation left, in a sentence. */
	cancelled: z.string().optional(),
};
/** What a reviewer is shown of any subject. */
export type ReviewView<Action extends string = string> = z.output<z.ZodObject<typeof viewShape>> & {
	decisions: Array<Decision<Action>>;
};

/** What a person decides, as it reaches the task. */
export interface DecisionRequest<Action extends string = string> {
	/** The caller's. The same id again is the same decision. */
	id: string;
	action: Action;
	/** Of the version that the person saw. */
	hash: string;
	/** Who decides, as far as it is known. */
	by: string;
	via: 'api' | 'page';
	note: string | null;
}

/** The request with a digest of what was asked, to recognise the same key with another decision. */
export type DecisionUpdate<Request extends DecisionRequest = DecisionRequest> = Request & { asked: string };

export interface DecisionResponse<Action extends string = string> {
	decision: Decision<Action>;
	/** The question after an edit; null after any other decision. */
	next: Question | null;
	/** Digest of the request that it answers. */
	asked: string;
}

/** What a task answers. @param actions that people have */
export function decisionResponseOf<Action extends string>(actions: readonly Action[]) {
	return z.object({ decision: decisionOf(actions), next: questionSchema.nullable(), asked: z.string() });
}
