/** The subject of an answer: with one `Re:` before it. */
export function replySubject(subject: string): string {
	return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}
