import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { now } from '../../test/support/time/moments';
import { adviceOn, deliveryHeaders, SIGNATURES, type Signature, type SignedBy, verified } from './signatures';

const STANDARD = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const SECRET = 'a secret of the sender';
const BODY = Buffer.from('{"page":"über uns"}');

const by = (signature: Signature, more: Partial<SignedBy> = {}): SignedBy => ({
	signature,
	secrets: [signature === 'standard-webhooks' ? STANDARD : SECRET],
	replaySeconds: 300,
	header: 'X-Token',
	deliveryHeader: 'X-Delivery-Id',
	...more,
});

const hmac = (encoding: 'hex' | 'base64', secret = SECRET) =>
	createHmac('sha256', secret).update(BODY).digest(encoding);

/** Headers as each sender sends them, with the id `one`. */
const SENT: Record<Signature, () => Record<string, string>> = {
	'standard-webhooks': () => {
		const at = now();
		return {
			'webhook-id': 'one',
			'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
			'webhook-signature': new Webhook(STANDARD).sign('one', at, BODY.toString()),
		};
	},
	github: () => ({ 'x-hub-signature-256': `sha256=${hmac('hex')}`, 'x-github-delivery': 'one' }),
	gitlab: () => ({ 'x-gitlab-token': SECRET, 'x-gitlab-event-uuid': 'an event', 'idempotency-key': 'one' }),
	shopify: () => ({ 'x-shopify-hmac-sha256': hmac('base64'), 'x-shopify-webhook-id': 'one' }),
	woocommerce: () => ({ 'x-wc-webhook-signature': hmac('base64'), 'x-wc-webhook-delivery-id': 'one' }),
	header: () => ({ 'x-token': SECRET, 'x-delivery-id': 'one' }),
};

describe.each(SIGNATURES)('%s', (signature) => {
	const proof = () => Object.entries(SENT[signature]());

	test('takes what the sender sends, also with the secret before', () => {
		expect(verified(by(signature), SENT[signature](), BODY)).toEqual({ deliveryId: 'one' });
		const other = signature === 'standard-webhooks' ? `whsec_${Buffer.alloc(32, 2).toString('base64')}` : 'another';
		const secrets = [other, ...by(signature).secrets];
		expect(verified(by(signature, { secrets }), SENT[signature](), BODY)).toEqual({ deliveryId: 'one' });
		expect(verified(by(signature, { secrets: [other] }), SENT[signature](), BODY)).toBeNull();
	});

	test('refuses a proof that is missing, empty or changed', () => {
		const isId = (name: string) => deliveryHeaders(by(signature)).includes(name) && signature !== 'standard-webhooks';
		const proofs = proof().filter(([name]) => !isId(name));
		for (const [name, value] of proofs) {
			const others = Object.fromEntries(proof().filter(([other]) => other !== name));
			expect(verified(by(signature), others, BODY)).toBeNull();
			for (const wrong of ['', `${value}x`, value.slice(1), 'é'])
				expect(verified(by(signature), { ...others, [name]: wrong }, BODY)).toBeNull();
		}
	});

	test('says what to send, without the secret', () => {
		expect(adviceOn(by(signature))).toMatch(/secret/);
		expect(adviceOn(by(signature))).not.toContain(SECRET);
	});
});

test.each(['standard-webhooks', 'github', 'shopify', 'woocommerce'] as const)('%s covers the body', (signature) => {
	expect(verified(by(signature), SENT[signature](), Buffer.from(`${BODY.toString()} `))).toBeNull();
});

test('Gitea and GitLab before 17.4 name their deliveries otherwise', () => {
	const gitea = { 'x-hub-signature-256': `sha256=${hmac('hex')}`, 'x-gitea-delivery': 'two' };
	expect(verified(by('github'), gitea, BODY)).toEqual({ deliveryId: 'two' });
	expect(verified(by('gitlab'), { 'x-gitlab-token': SECRET, 'x-gitlab-event-uuid': 'three' }, BODY)).toEqual({
		deliveryId: 'three',
	});
	expect(verified(by('gitlab'), { 'x-gitlab-token': SECRET }, BODY)).toEqual({ deliveryId: null });
});

test('a secret in a header may stand after Bearer', () => {
	const headers = { authorization: `Bearer ${SECRET}` };
	expect(verified(by('header', { header: 'Authorization' }), headers, BODY)).toEqual({ deliveryId: null });
});
