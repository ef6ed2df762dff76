import { GatewayError } from '../api/gateway-error';
import { type FieldProblem, problemsBeside, sentenceOf } from './problems';

/** What a form says about a request that failed. */
export interface FormRefusal {
	problems: FieldProblem[];
	/** Sentences that belong to no field. */
	sentences: string[];
}

/** Refusals whose sentence repeats their fields, by the names of the API. */
const SAID_BY_FIELDS = ['invalid_request', 'invalid_schedule', 'unknown_agent', 'unknown_bucket', 'schedule_exists'];

/**
 * Says at which field a request failed. The names of the API stay out of sight.
 * @param fields the names of the form's fields
 * @param unknownOutcome what to do if the request may have worked
 */
export function refusalOf(error: unknown, fields: readonly string[], unknownOutcome: string): FormRefusal {
	if (!(error instanceof GatewayError))
		return { problems: [], sentences: [error instanceof Error ? error.message : String(error)] };
	if (error.isTokenRefused)
		return {
			problems: [],
			sentences: ['The gateway no longer accepts the token. Sign in, then press the button again. Nothing is lost.'],
		};
	if (error.isOutcomeUnknown) return { problems: [], sentences: [error.message, unknownOutcome] };
	const { type, issues } = error.refusal;
	const beside = problemsBeside(issues, fields);
	const isSaid = SAID_BY_FIELDS.includes(type) && beside.length < issues.length;
	return {
		problems: [...issues],
		sentences: isSaid ? beside.map(({ message }) => sentenceOf('The request', message)) : [error.message],
	};
}
