/** A document could not be read. The message is for the owner of the source, and stands after "The file". */
export class DocumentError extends Error {
	override name = 'DocumentError';
}
