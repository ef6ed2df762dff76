import type { z } from 'zod';
import { mail } from './mail';

export { mail } from './mail';
export { mailWarnings } from './mail-warnings';
export type { ReviewNoticeWords, ReviewSubject } from './subject';
export { type Notifying, type StartWarning, unnotifiedReview } from './unnotified';

/** Everything that people decide on, by its name. */
export const SUBJECTS = { mail } as const;

type Subjects = typeof SUBJECTS;
export type SubjectName = keyof Subjects;

/** What a task asks a person, with what it is about. */
export type Review = {
	[Name in SubjectName]: { subject: Subjects[Name]; view: z.output<Subjects[Name]['view']> };
}[SubjectName];

/** Everything that a person can decide about any subject. */
export const DECISIONS = [...new Set(Object.values(SUBJECTS).flatMap(({ actions }) => actions))];
