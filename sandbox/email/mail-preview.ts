/** A mail before it is sent, as a person is asked about it. */
export interface MailPreview {
	from: string;
	to: string[];
	cc: string[];
	subject: string;
	/** With the signature. */
	text: string;
}
