import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../account/account';
import { PLAN_IDS } from '../../account/plans';
import { parsePart } from '../../problems/parse-part';

const countSchema = z.number().int().min(0).max(1_000_000_000);

const accountSchema = z.strictObject({
	plan: z.enum(PLAN_IDS).optional(),
	/** A month; null: as many as the plan has. */
	messageCredits: countSchema.nullable().optional(),
	/** In this calendar month. */
	creditsUsed: countSchema.optional(),
});

/** Plan and credits. */
export function accountAdmin(app: FastifyInstance, account: Account): void {
	app.get('/account', () => account.describe());
	app.patch('/account', (request) => {
		account.change(parsePart(accountSchema, request.body, 'body'));
		return account.describe();
	});
}
