import { randomBytes } from 'node:crypto';
import { Keyring } from '../temporal';
import { openPageToken, sealPageToken } from './list-tasks';

const keyring = new Keyring({
	keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }],
	current: 'first',
});
const sealed = sealPageToken(keyring, 'all', Buffer.from('the next page')) ?? '';

test('a page token gives back the token of Temporal', () => {
	expect(openPageToken(keyring, 'all', sealed).toString()).toBe('the next page');
});

test.each([`${sealed}.zzz`, `${sealed}.`, `${sealed}=`, `${sealed} `, `${sealed}~~`, sealed.replace('.', '=.')])(
	'the page token %s is refused',
	(changed) => {
		expect(() => openPageToken(keyring, 'all', changed)).toThrow(
			expect.objectContaining({ status: 400, type: 'invalid_request' }) as Error,
		);
	},
);
