/** The text of a mail as its reader sees it. */
export function textWithSignature(content: string, signature: string): string {
	return signature === '' ? content : `${content}\n\n-- \n${signature}`;
}
