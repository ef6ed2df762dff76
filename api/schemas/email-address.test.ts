import { domainToASCII } from 'node:url';
import { EMAIL_ADDRESS as EMAIL_ADDRESS_OF_THE_NODE } from '../../nodes/AgentKnowledge/actions/parameters/text-form';
import { EMAIL_ADDRESS, emailAddressSchema } from './email-address';
import { emailConversationCreateBodySchema, emailReplyBodySchema } from './email-conversation';
import { mailboxActionBodySchema } from './mailbox';

const accepts = (text: string) => emailAddressSchema.safeParse(text).success;

const VALID = [
	'o&m@example.com',
	'a=b@example.com',
	'user/dept@example.com',
	"o'brien+tag@example.com",
	'info@example.xn--p1ai',
	'info@xn--mller-kva.example',
	'info@müller.example',
	'info@пример.рф',
	'info@例え.テスト',
	'info@उदाहरण.भारत',
	'root@localhost',
];

it.each(VALID)('accepts %s in each place that takes an address', (address) => {
	expect(accepts(address)).toBe(true);
	const created = emailConversationCreateBodySchema.safeParse({ email: address, subject: 's', idempotencyKey: 'k' });
	expect(created.error).toBeUndefined();
	const reply = { sessionId: 'email:1', content: 'c', idempotencyKey: 'k', to: [address], cc: [address] };
	expect(emailReplyBodySchema.safeParse(reply).error).toBeUndefined();
	expect(mailboxActionBodySchema.safeParse({ action: 'create', address, name: 'n' }).error).toBeUndefined();
});

it.each(VALID)('%s has a domain that Node turns into punycode', (address) => {
	expect(domainToASCII(address.slice(address.indexOf('@') + 1))).not.toBe('');
});

it.each([
	'',
	'ada',
	'@example.com',
	'ada@',
	'ada@example..com',
	'a b@example.com',
	'ada@-example.com',
	'ada@exam_ple.com',
])('refuses "%s"', (text) => {
	expect(accepts(text)).toBe(false);
});

it('is the form of the node', () => {
	expect(EMAIL_ADDRESS_OF_THE_NODE.source).toBe(EMAIL_ADDRESS.source);
	expect(EMAIL_ADDRESS_OF_THE_NODE.flags).toBe(EMAIL_ADDRESS.flags);
});
