import { randomBytes } from 'node:crypto';
import { Keyring } from '../../temporal';
import { keyMissing } from '../task/failure';
import { holdingFailure } from './failures';

const keyring = new Keyring({ keys: [{ id: 'new', secret: randomBytes(32).toString('base64') }], current: 'new' });
const missing = (): unknown => {
	try {
		return keyring.mac([], 'old');
	} catch (error) {
		return error;
	}
};

test.each([keyMissing, holdingFailure])('a key that is missing holds a task, and says which', (failure) => {
	expect(failure(missing())).toMatchObject({
		type: 'encryption_key_missing',
		nonRetryable: false,
		details: [{ status: 503, detail: expect.stringContaining('no encryption key "old"') as string }],
	});
});

test('anything else stays what it is', () => {
	const error = new Error('other');
	expect(keyMissing(error)).toBe(error);
});
