import { Readable } from 'node:stream';

/**
 * What a server sends, given up when it is silent for so long while somebody reads. One who pauses is waited for, as who
 * downloads may take as long as they like: then it is not the server that says nothing.
 */
export function unlessSilent(content: Readable, silentForMs: number): Readable {
	let silence: NodeJS.Timeout | undefined;
	const giveUp = () => {
		const message = `The server said nothing for ${silentForMs} ms in the middle of its answer.`;
		heard.destroy(Object.assign(new Error(message), { name: 'TimeoutError' }));
	};
	const heard = new Readable({
		read() {
			silence = setTimeout(giveUp, silentForMs);
			content.resume();
		},
		destroy(error, done) {
			clearTimeout(silence);
			content.destroy();
			done(error);
		},
	});
	// One piece for each time that somebody reads: the next is asked for when there is room for it.
	content.pause();
	content.on('data', (piece: Buffer) => {
		clearTimeout(silence);
		content.pause();
		heard.push(piece);
	});
	content.on('end', () => {
		clearTimeout(silence);
		heard.push(null);
	});
	content.on('error', (error) => heard.destroy(error));
	// It may break before anybody reads: whoever reads it then gets the error.
	heard.on('error', () => undefined);
	return heard;
}
