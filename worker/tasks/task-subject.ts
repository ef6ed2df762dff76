import { z } from 'zod';

const subjectSchema = z.looseObject({ connection: z.string(), agentId: z.string().optional() });

/** What of an input tasks are listed by. */
export function subjectOf(input: object): { connection: string; agentId?: string } {
	return subjectSchema.parse(input);
}
