import type { QuestionKind } from './contract';

/** One email to a reviewer. A subject adds what else its words need. */
export interface ReviewNotice {
	/** Name of the subject. Mails of older workers lack it. */
	about?: string | undefined;
	taskId: string;
	/** The run that asks: each asks questions of its own. Mails of older workers lack it. */
	run?: string | undefined;
	keyVersion: string;
	question: number;
	kind: QuestionKind;
	/** What it is about, in a line. */
	subject: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
	/** 0: the first email. Otherwise the number of the reminder; missed reminders are skipped. */
	reminder: number;
	/** Their place in the input's list. */
	reviewer: number;
	address: string;
}

/** What reviews need beside their subject, on the worker's own queue. */
export interface ReviewActivities {
	/** Does nothing if no mail server is configured. */
	mailReviewer(mail: ReviewNotice): Promise<'mailed' | 'no-mail-server'>;
}
