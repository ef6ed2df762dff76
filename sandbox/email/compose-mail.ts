/** A mail before sending, as the person who authorizes it sees it. */
export interface MailPreview {
	from: string;
	to: string[];
	cc: string[];
	subject: string;
	/** With the signature. */
	text: string;
}

export interface MailToCompose {
	from: { name: string; address: string };
	to: string[];
	cc?: string[];
	subject: string;
	text: string;
	/** The Message-ID header, with its angle brackets. */
	headerId: string;
	/** ISO 8601 UTC; the same at every attempt. */
	createdAt: string;
	/** Message-IDs of the conversation so far, oldest first. */
	references?: string[];
	headers?: Record<string, string>;
}

/** The message in its wire format. */
export async function composeMail({ headerId, createdAt, references = [], ...mail }: MailToCompose): Promise<Buffer> {
	// Loaded with the first mail, because loading takes a while.
	const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
	return new MailComposer({
		...mail,
		to: mail.to.map(asAddress),
		cc: mail.cc?.map(asAddress),
		messageId: headerId,
		date: new Date(createdAt),
		references,
		inReplyTo: references.at(-1),
	})
		.compile()
		.build();
}

const asAddress = (address: string) => ({ name: '', address });

/** The subject of a reply: the original subject with a single `Re:`. */
export function replySubject(subject: string): string {
	return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

/** The text of a mail as its reader sees it. */
export function textWithSignature(content: string, signature: string): string {
	return signature === '' ? content : `${content}\n\n-- \n${signature}`;
}
