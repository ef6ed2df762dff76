import { Keyring } from '../temporal/keyring';
import { signingSecrets } from './subscription-secret';

const keyring = new Keyring({ keys: [{ id: 'k1', secret: Buffer.alloc(32, 7).toString('base64') }], current: 'k1' });
const ID = 'subscription~QZr5m1kq';
const secret = { number: 1, keyVersion: 'k1' };

it('makes another secret for each creation, and the same one each time it is asked', () => {
	const secretsOf = (creation: string) => signingSecrets(keyring, ID, { secret, previous: null, creation });
	expect(secretsOf('one')).not.toEqual(secretsOf('two'));
	expect(secretsOf('one')).toEqual(secretsOf('one'));
});
