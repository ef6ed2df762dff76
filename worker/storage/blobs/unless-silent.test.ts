import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { unlessSilent } from './unless-silent';

const MINUTE_MS = 60_000;

it('leaves no answer open that its reader has left', () => {
	const content = new PassThrough();
	unlessSilent(content, MINUTE_MS).destroy();
	expect(content.destroyed).toBe(true);
});

it('fails as the answer does', async () => {
	const content = new PassThrough();
	const read = buffer(unlessSilent(content, MINUTE_MS));
	content.destroy(new Error('The server has gone.'));
	await expect(read).rejects.toThrow('The server has gone.');
});

it('tells whoever reads it later that it broke before', async () => {
	const content = new PassThrough();
	const heard = unlessSilent(content, MINUTE_MS);
	content.destroy(new Error('The server has gone.'));
	await setImmediate();
	await expect(buffer(heard)).rejects.toThrow('The server has gone.');
});
