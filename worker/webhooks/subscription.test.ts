import { Keyring } from '../temporal/keyring';
import { sharedRead, signingSecrets } from './subscription';

const keyring = new Keyring({ keys: [{ id: 'k1', secret: Buffer.alloc(32, 7).toString('base64') }], current: 'k1' });
const ID = 'subscription~QZr5m1kq';
const secret = { number: 1, keyVersion: 'k1' };

it('makes another secret for each creation, and the same one each time it is asked', () => {
	const secretsOf = (creation: string) => signingSecrets(keyring, ID, { secret, previous: null, creation });
	expect(secretsOf('one')).not.toEqual(secretsOf('two'));
	expect(secretsOf('one')).toEqual(secretsOf('one'));
});

/** A question that is answered when it is told to, each time with how often it was asked. */
function question() {
	const open: Array<{ answer: () => void; fail: () => void }> = [];
	const ask = () =>
		new Promise<number>((resolve, reject) => {
			const number = open.length + 1;
			open.push({
				answer: () => {
					resolve(number);
				},
				fail: () => {
					reject(new Error('away'));
				},
			});
		});
	return { open, ask };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

it('is asked once for all who ask before it has begun, and once more for all who come while it is answered', async () => {
	const { open, ask } = question();
	const answer = sharedRead(ask);
	const first = [answer(), answer()];
	await soon();
	const later = [answer(), answer(), answer()];
	await soon();
	expect(open).toHaveLength(1);
	open[0]?.answer();
	expect(await Promise.all(first)).toEqual([1, 1]);
	await soon();
	open[1]?.answer();
	expect(await Promise.all(later)).toEqual([2, 2, 2]);
	expect(open).toHaveLength(2);
});

it('fails for those who shared the question, and asks again for those who come after', async () => {
	const { open, ask } = question();
	const answer = sharedRead(ask);
	const first = [answer(), answer()].map((each) => expect(each).rejects.toThrow('away'));
	await soon();
	open[0]?.fail();
	await Promise.all(first);
	const later = answer();
	await soon();
	open[1]?.answer();
	expect(await later).toBe(2);
});
