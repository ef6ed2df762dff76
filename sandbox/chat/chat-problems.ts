import { ApiProblem } from '../errors/api-problem';

/** Refusals of chat (specification, parts 4 and 7). */
export const chatProblems = {
	sessionConflict: (message: string) =>
		new ApiProblem({
			type: 'session_conflict',
			title: 'The session cannot take this message',
			status: 409,
			detail: `This message was not accepted: its session ${message}.`,
			issues: [{ path: 'sessionId', message }],
		}),
	otherMessage: () =>
		new ApiProblem({
			type: 'client_message_conflict',
			title: 'This clientMessageId belongs to another message',
			status: 409,
			detail: 'The same clientMessageId was sent before with another message, session or location. Send a new one.',
			issues: [{ path: 'clientMessageId', message: 'was sent before with another message' }],
		}),
};
