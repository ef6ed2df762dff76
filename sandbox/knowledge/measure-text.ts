/** Size in bytes and number of words of a text. */
export function measureText(text: string): { sizeBytes: number; wordCount: number } {
	return { sizeBytes: Buffer.byteLength(text), wordCount: text.match(/\S+/g)?.length ?? 0 };
}
