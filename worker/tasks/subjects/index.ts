import type { z } from 'zod';
import type { DecisionRequest } from '../../../workflows/review/contract';
import type { ProblemIssue } from '../../problems/problem';
import type { BlobStore } from '../../storage/blobs';
import { mail } from './mail';
import { plan, unknownKeys, withRows } from './plan';

export { mail } from './mail';
export { plan } from './plan';
export { mailWarnings } from './mail-warnings';
export type { ReviewNoticeWords, ReviewSubject } from './subject';
export { type Notifying, type StartWarning, unnotifiedReview } from './unnotified';

/** Everything that people decide on, by its name. */
export const SUBJECTS = { mail, plan } as const;

type Subjects = typeof SUBJECTS;
export type SubjectName = keyof Subjects;

/** What a task asks a person, with what it is about. */
export type Review = {
	[Name in SubjectName]: { subject: Subjects[Name]; view: z.output<Subjects[Name]['view']> };
}[SubjectName];

/** Whether a review is about a subject. */
export function isAbout<Name extends SubjectName>(
	name: Name,
	review: Review,
): review is Extract<Review, { subject: Subjects[Name] }> {
	return review.subject.name === name;
}

/** The review of a task, with what its subject has stored elsewhere. @param shown by the workflow */
export async function completed(
	subject: Review['subject'],
	shown: unknown,
	{ taskId, store }: { taskId: string; store: Pick<BlobStore, 'open'> },
): Promise<Review> {
	switch (subject.name) {
		case 'mail':
			return { subject, view: subject.view.parse(shown) };
		case 'plan':
			return { subject, view: await withRows(subject.view.parse(shown), taskId, store) };
	}
}

/** What of a decision does not fit what is asked about, field by field. */
export function misfitsOf(review: Review, request: DecisionRequest): ProblemIssue[] {
	return isAbout('plan', review) ? unknownKeys(request, review.view) : [];
}

/** Everything that a person can decide about any subject. */
export const DECISIONS = [...new Set(Object.values(SUBJECTS).flatMap(({ actions }) => actions))];
