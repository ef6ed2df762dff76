import { hiddenIn } from '../../../api';
import type { Draft } from '../../../workflows/email/contract';
import { nothingFoundIn } from './nothing-found';

const MOST_NAMED = 5;
/** Of a sentence that a warning quotes, in characters. */
const LONGEST_QUOTE = 200;

/** What a person should know of a mail before they decide, each as a sentence or two. */
export function mailWarnings(draft: Pick<Draft, 'subject' | 'content'> | null): string[] {
	return draft === null ? [] : [...nothingFound(draft), ...hidden(draft)];
}

/** An agent without an answer drafts a mail that says so, which is rarely what a person wants to send. */
function nothingFound({ content }: Pick<Draft, 'content'>): string[] {
	const sentence = nothingFoundIn(content);
	if (sentence === null) return [];
	const quoted = sentence.length > LONGEST_QUOTE ? `${sentence.slice(0, LONGEST_QUOTE)}…` : sentence;
	return [
		`This mail seems to say that nothing was found: “${quoted}” If the agent had no answer, change the text or reject the mail.`,
	];
}

/** The mail is sent as it is, also what is hidden: words for machines, or a text that reads otherwise than it is. */
function hidden({ subject, content }: Pick<Draft, 'subject' | 'content'>): string[] {
	const found = hiddenIn(`${subject}\n${content}`.replaceAll('\r\n', '\n'));
	if (found.length === 0) return [];
	const named = `${found.slice(0, MOST_NAMED).join(', ')}${found.length > MOST_NAMED ? ' and others' : ''}`;
	return [
		`This mail has hidden characters: ${named}. They would be sent with it. If you do not know why, reject the mail, or type its text again.`,
	];
}
