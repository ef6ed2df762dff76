import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ReviewNotice } from '../../../workflows/review/activities';
import type { QuestionKind, ReviewView } from '../../../workflows/review/contract';

/** What a person decides on, apart from its page: that is the gateway's. */
export interface ReviewSubject<View extends ReviewView = ReviewView> {
	readonly name: string;
	/** Its view, as its workflow shows it. */
	readonly view: z.ZodType<View>;
	/** Everything that a person can decide about it. */
	readonly actions: readonly [string, ...string[]];
	/** What a decision on it may say beside what every decision says: fields of the request. */
	readonly fields: readonly string[];
	/** The actions that say more than their name: two of them are the same only if they say the same. */
	readonly worded: readonly string[];
	/** What a person did, by the action, for timelines. */
	readonly titles: Readonly<Record<string, string>>;
	/** What messages say of each kind of question. The title is followed by a line that names the subject. */
	readonly messages: Readonly<Record<QuestionKind, { title: string; sentence: string }>>;
	/** The words of a mail to a reviewer. @param shown cuts texts of others and takes their markup away */
	notice(notice: ReviewNotice, shown: (text: string) => string): ReviewNoticeWords;
}

/** A subject whose hash is made of its version. @typeParam Version everything that the hash seals */
export interface Sealed<Version> {
	/** What the hash covers, in a fixed order. */
	sealed(version: Version): readonly unknown[];
}

export interface ReviewNoticeWords {
	/** Before the line that names the subject. */
	title: string;
	what: string;
	/** One line each: what it is about. */
	facts: string[];
	how: string;
}

/** SHA-256 over everything that a reviewer decides on. */
export function sealOf<Version>(subject: Sealed<Version>, version: Version): string {
	return createHash('sha256')
		.update(JSON.stringify(subject.sealed(version)))
		.digest('base64url');
}
