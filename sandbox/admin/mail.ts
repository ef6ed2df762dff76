import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageQuery } from '../../api';
import type { MailRulesRepository, ReceivedMailRepository } from '../database/mail-server-repository';
import { pageOf } from '../operations/implement';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';

const mailQuerySchema = z.strictObject({
	...pageQuery,
	/** An address of the envelope. */
	to: z.string().min(1).optional(),
	/** With its angle brackets. */
	messageId: z.string().min(1).optional(),
});

const mailParamsSchema = z.object({ id: z.coerce.number().int().positive() });

const newMailRuleSchema = z.strictObject({
	/** An address, or a domain such as `@bounce.example`. */
	address: z.string().regex(/^[^@\s]*@[^@\s]+$/, 'must be an email address, or @ and a domain'),
	/** bounced: refused permanently; deferred: refused temporarily. */
	outcome: z.enum(['bounced', 'deferred']),
	reason: z
		.string()
		.min(1)
		.regex(/^[ -~]*$/, 'must be printable ASCII')
		.default('Refused by a mail rule.'),
	/** Number of times the rule applies. Default: always. */
	times: z.number().int().min(1).optional(),
});

export interface MailServices {
	receivedMail: ReceivedMailRepository;
	mailRules: MailRulesRepository;
}

/** What the sandbox's own mail server received, and how it responds to certain addresses. */
export function mailAdmin(app: FastifyInstance, { receivedMail, mailRules }: MailServices): void {
	app.get('/mail', (request) => {
		const { to, messageId, ...query } = parsePart(mailQuerySchema, request.query, 'query');
		const { limit, offset } = pageOf(query);
		return { items: receivedMail.list({ to, messageId }, limit, offset), limit, offset };
	});
	app.get('/mail/:id', (request) => {
		const mail = receivedMail.find(parsePart(mailParamsSchema, request.params, 'path').id);
		if (!mail) throw problems.notFound('mail');
		return mail;
	});
	app.get('/mail/:id/raw', (request, reply) => {
		const raw = receivedMail.raw(parsePart(mailParamsSchema, request.params, 'path').id);
		if (!raw) throw problems.notFound('mail');
		return reply.type('message/rfc822').send(raw);
	});

	app.get('/mail-rules', () => ({ items: mailRules.all() }));
	app.post('/mail-rules', (request, reply) => {
		const { times, ...rule } = parsePart(newMailRuleSchema, request.body, 'body');
		return reply.code(201).send(mailRules.insert({ ...rule, remaining: times ?? null }));
	});
	app.delete('/mail-rules', (_request, reply) => {
		mailRules.clear();
		return reply.code(204).send();
	});
}
