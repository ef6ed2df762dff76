/** An address that may not be read, because it is not a public web page. The message goes on after "this address". */
export class NotPublicError extends Error {
	override name = 'NotPublicError';
}
