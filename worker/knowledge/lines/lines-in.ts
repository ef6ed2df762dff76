import { createReadStream } from 'node:fs';
import { isMissing } from '../../storage/blobs/drafts';

/** A process that reads many short lines responds to others after each piece. Bytes. */
const PIECE = 16 * 1024;

/** The lines of a text that a program of ours wrote, in UTF-8, one after the other; none if there is no such file. */
export async function* linesIn(path: string): AsyncGenerator<string> {
	let rest: Buffer[] = [];
	try {
		for await (const piece of createReadStream(path, { highWaterMark: PIECE })) {
			if (!Buffer.isBuffer(piece)) continue;
			let from = 0;
			for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
				yield Buffer.concat([...rest, piece.subarray(from, end)]).toString();
				rest = [];
				from = end + 1;
			}
			if (from < piece.length) rest.push(Buffer.from(piece.subarray(from)));
		}
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
	if (rest.length > 0) yield Buffer.concat(rest).toString();
}
