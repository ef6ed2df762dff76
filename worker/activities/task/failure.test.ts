import { randomBytes } from 'node:crypto';
import { failedCall } from '../../../test/support/api/failed-call';
import { Keyring } from '../../temporal';
import { holdingFailure } from '../lead-sync/failures';
import { apiFailure, keyMissing } from './failure';

describe('apiFailure', () => {
	it.each([
		['the rate limit', { status: 429 }],
		['a timeout', { type: 'timeout' }],
		['a server error', { status: 503 }],
		['a key that is revoked, until it is replaced', { status: 401 }],
	])('is tried again after %s', (_what, fields) => {
		expect(apiFailure(failedCall(fields))).toMatchObject({ nonRetryable: false });
	});

	it.each([
		['a scope that the key lacks', { status: 403, type: 'insufficient_scope' }],
		['an agent that is not there', { status: 404 }],
		['a reply that is none', { status: 200, type: 'unexpected_reply' }],
	])('is final after %s', (_what, fields) => {
		expect(apiFailure(failedCall(fields))).toMatchObject({ nonRetryable: true });
	});

	it('says what to do about a key', () => {
		expect(apiFailure(failedCall({ status: 401 }))).toMatchObject({
			message: expect.stringContaining('apiKey') as string,
		});
	});
});

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
