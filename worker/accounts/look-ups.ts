import type { LookUpAnswer, LookUpQuestion } from '../../workflows/look-up/activities';

/** How the gateway asks the service something on behalf of a person. */
export interface LookUps {
	/** @throws Problem 503 or 504 when nobody answers in time, saying what to do */
	ask(connection: string, question: LookUpQuestion): Promise<LookUpAnswer>;
}
