import MailComposer from 'nodemailer/lib/mail-composer';

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

/** The message as it goes over the wire. */
export function composeMail({ headerId, createdAt, references = [], ...mail }: MailToCompose): Promise<Buffer> {
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
