import type { z } from 'zod';
import type { DecisionRequest, QuestionKind, ReviewView } from '../../../workflows/review/contract';
import type { Connections } from '../../connections';
import type { TaskView } from '../../tasks';
import type { Block } from './blocks';
import type { ReviewForm } from './form-shape';
import type { Html } from './page';

/** What the review page knows of a subject. The frame around it is the same for all. */
export interface PageSubject<View extends ReviewView = ReviewView, Form extends ReviewForm = ReviewForm> {
	/** The title of the page, by what is asked. */
	readonly titles: Readonly<Record<QuestionKind, string>>;
	/** What to do before the choice. Default: nothing. */
	readonly hints: Readonly<Partial<Record<QuestionKind, string>>>;
	readonly choices: Readonly<Record<QuestionKind, readonly Choice[]>>;
	/** Said to a person who saw another version than the current one. */
	readonly otherVersion: string;
	/** A form of its page, as a browser sends it. */
	readonly form: z.ZodType<Form>;
	/** How it may be changed as a whole. Null: it may not, and its page has no link to do so. */
	readonly change: ChangePart<View, Form> | null;
	/** A decision after "was": `approved`. */
	past(action: string): string;
	/** All that is decided on. */
	shown(view: View): Block[];
	/** What was before, read for the page. */
	background(view: View, connections: Connections): Promise<Block[]>;
	/** What a link still shows that gives no right to decide any more. */
	withoutRights(view: View): Block[];
	/** What a person may set beside the choice. */
	options(view: View, kind: QuestionKind): Html;
	/** Names it in fields of the form, for the page that asks to send a decision again. */
	named(view: View): Readonly<Record<string, string>>;
	/**
	 * The decision of a form, with what the subject adds to the action, the hash and the note.
	 * @param view null if the version that was shown is no longer there
	 */
	read(form: Form, said: Said, view: View | null): ReadDecision;
	/** What was typed, to be copied. Empty if nothing was. */
	typed(form: Form): Block[];
	/** A form that is to be sent again: what it is about, the fields that nobody sees, and those that somebody typed. */
	resent(form: Form): { about: Html; hidden: Readonly<Record<string, string>>; fields: Html };
	/** What happens to it after the decision. @param decidedAt ISO 8601 */
	currentState(task: TaskView, decidedAt: string): CurrentState;
}

export interface Choice {
	action: string;
	label: string;
	/** What it does, if the label does not say it. */
	effect?: string;
}

/** What every decision says. */
export type Said = Pick<DecisionRequest, 'action' | 'hash' | 'note'>;

export type ReadDecision = { ok: true; decision: Said } | { ok: false; messages: string[] };

/** The page on which a new version is typed. */
export interface ChangePart<View extends ReviewView, Form extends ReviewForm> {
	title: string;
	/** What saving does. */
	note: string;
	/** @param typed into the form before, if it could not be taken */
	fields(view: View, typed: Form | undefined): Html;
	above(view: View): Block[];
	below(view: View): Block[];
}

/** What happens after a decision, for reviewers. */
export interface CurrentState {
	kind: '' | 'good' | 'bad';
	message: string;
	/** Whether nothing will change any more. */
	isFinal: boolean;
	/** What came of each part. */
	parts: Array<{
		name: string;
		status: string;
		/** ISO 8601; null if it is unknown. */
		at: string | null;
		reason: string | null;
	}>;
}
