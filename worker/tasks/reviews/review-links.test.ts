import { randomBytes } from 'node:crypto';
import { Keyring } from '../../temporal';
import { openReviewToken, sealReviewToken } from './review-links';

const keyring = new Keyring({
	keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }],
	current: 'first',
});
const link = { taskId: 'email-send-with-review/a', question: 1, reviewer: 0, expiresAt: 5, keyVersion: 'first' };
const token = sealReviewToken(keyring, link);
const [payload = '', mac = ''] = token.split('.');

test('a link opens its own review', () => {
	expect(openReviewToken(keyring, token)).toEqual(link);
});

test.each([
	['a third part', `${token}.zzz`],
	['an empty third part', `${token}.`],
	['its token twice', `${token}.${token}`],
	['padding', `${payload}=.${mac}`],
	['padding behind', `${token}=`],
	['a blank', `${payload} .${mac}`],
	['the other alphabet', `${payload}+/.${mac}`],
	['a line end', `${token}\n`],
	['no signature', payload],
	['an empty signature', `${payload}.`],
])('a link with %s opens nothing', (_what, changed) => {
	expect(openReviewToken(keyring, changed)).toBeNull();
});
