// @ts-check

/**
 * What to do about errors whose text the code computes, or has in many forms. A note replaces the texts of the code.
 * `npm run generate` fails if an error has no text at all, or if the code no longer reports an error named here.
 * @type {Readonly<Record<string, string>>}
 */
export const problemNotes = {
	blob_store_unavailable:
		'The store of uploads, exports and destinations failed, and the message has its reason. Retry, or check blobs with agent-knowledge doctor.',
	bucket_refused:
		"The object store refused the file. Check buckets.<name> in the worker's configuration: endpoint, bucket, region and key. Then start the task again.",
	callback_not_allowed:
		'Nothing was done. The address of the callback is not in gateway.callbackHosts. Add the host and port of your n8n there, and to uses.callbackHosts of a token that is bound.',
	cancelled: 'Somebody cancelled the task, or the caller cancelled the request. The result says what was done by then.',
	connection_lost:
		'The connection ended before a response came. The request may have taken effect. Look for its effect before you send it again.',
	destination_in_use: 'Nothing was deleted. Syncs use the destination, and the message names them. Cancel them first.',
	destination_unfit:
		'The destination cannot take leads as it is configured. The message names the setting or what is missing there.',
	destination_unavailable:
		'Nothing was done. The store of the destinations does not respond. Check the blob store (blobs), then send the request again.',
	encryption_key_missing:
		'Stored data needs an encryption key that the configuration no longer has. Put the key back into encryption.keys.',
	ended: 'Somebody ended the task in Temporal. Check there who did, then start the task again.',
	empty_set:
		'Nothing was sent. The set has no rows, which would delete all its items. Send emptyOnPurpose if you mean that.',
	expectation_failed: 'The gateway supports only the expectation 100-continue. Remove the header Expect.',
	export_changed:
		"The worker made no file. Check that no other program writes to the workers' blob store, then start the task again.",
	export_expired:
		'What the export had read expired, or the workers have different blob stores. Check blobs.keepExportsHours and blobs, then start the task again.',
	file_unreadable: 'The file could not be read to its end. Check the file, then look whether a part of it was added.',
	idempotency_key_reused: 'Send the same input to get the first task, or use another Idempotency-Key.',
	invalid_input: 'Nothing was sent. The input does not match the operation. Correct the fields that `issues` names.',
	invalid_request:
		'Nothing was done. A field is missing, has a wrong form, or is unknown. Correct the fields that `issues` names. /openapi.json describes them.',
	invalid_schedule: 'Nothing was done. Correct the times or the time zone that `issues` names.',
	manifest_unreadable: 'Another version of the worker wrote what the set owns. Use that version or a later one.',
	needs_person:
		"Responses were lost, and the task could not find out whether the service did the work. Check the agent's sources or its training status, then start the task again if something is missing.",
	no_open_question: 'The task waits for no decision now. Read the task again: somebody decided, or it has ended.',
	role_missing:
		'Nothing was done. The token or the signed-in person lacks the role. Add it in gateway.tokens or gateway.proxySignIn, or send another token.',
	result_too_large:
		'A step of the task, or the task itself, has more than Temporal can store. What was done stays. Split the task: fewer items, or shorter texts.',
	source_failed:
		'The service could not read the source. Its own reason is in the row. Correct the source, then add it again.',
	step_timed_out:
		'A step failed again and again for seven days, and the message has its last error. What was done stays. Mend the cause, then start the task again.',
	sync_blocked:
		'A round of a sync of conversations could read or write nothing. It loses nothing, and the next round begins within a minute. The detail has the reason.',
	timeout: 'No response came in time. The request may have taken effect. Look for its effect before you send it again.',
	unauthorized:
		'The gateway: send the header Authorization: Bearer <token> with a token of gateway.tokens. The service: the key is mistyped, revoked or expired. Create another one.',
	unknown_mailbox: 'Nothing was done. The agent has no such mailbox. Choose one of its mailboxes, or remove mailboxId.',
	worker_ended:
		'Nothing was sent. Three workers in a row ended while they read the set. Split it, or save it in another format. If they were stopped for another reason, start the task again.',
	worker_lost: 'The worker that sent the request returned no response. The task looks for the effect by itself.',
	unusable_set:
		'Nothing was sent. The set has no row that can be read, or reaches a bound of its reader, and the message says why. Correct the file and upload it again.',
};

/**
 * Errors whose type the code computes or keeps in a constant.
 * @type {ReadonlyArray<{ folder: string, type: string, status: number | null, title: string, detail: string }>}
 */
export const computedProblems = [
	{
		folder: 'worker/gateway',
		type: 'encryption_key_wrong',
		status: 503,
		title: 'An encryption key has another secret than before',
		detail: 'Stored data was encrypted with another secret under the same key id. Put the first secret back.',
	},
	{
		folder: 'worker/gateway',
		type: 'payload_not_encrypted',
		status: 503,
		title: 'Stored data is not encrypted',
		detail: 'Set encryption.acceptPlain for a migration, or find out who wrote the data.',
	},
	{
		folder: 'worker/gateway',
		type: 'payload_of_another',
		status: 503,
		title: 'Stored data belongs to another task',
		detail:
			'Somebody moved encrypted data between tasks. The gateway shows none of it. Check who can write to Temporal.',
	},
	{
		folder: 'worker/gateway',
		type: 'invalid_message',
		status: 422,
		title: 'The message is not a valid input of the task',
		detail:
			'Nothing was started. Correct the fields of the message that `issues` names, or the hook (hooks.<name>.fields).',
	},
	{
		folder: 'worker/tasks',
		type: 'decision_refused',
		status: 409,
		title: 'The task refused the decision',
		detail: 'The decision does not match the current question. Read the task again, then decide.',
	},
	{
		folder: 'worker/tasks',
		type: 'task_failed',
		status: 500,
		title: 'The task failed',
		detail: 'The error has no more specific type. The log of the worker says why. Start the task again.',
	},
	{
		folder: 'worker/tasks',
		type: 'terminated',
		status: 500,
		title: 'The task was ended',
		detail: 'Somebody terminated the task in Temporal. Check what it did, then start it again.',
	},
	{
		folder: 'workflows',
		type: 'timed_out',
		status: 504,
		title: 'The task timed out',
		detail: 'The time of timeoutSeconds has passed. What was begun at the service continues there.',
	},
	{
		folder: 'workflows',
		type: 'destination_held',
		status: 503,
		title: 'The destination blocks the sync',
		detail: 'The sync retries by itself. Check the destination that the message names.',
	},
	{
		folder: 'api/client',
		type: 'http_<status>',
		status: null,
		title: 'Its words for the status',
		detail: "The response is not in the service's error format. A proxy may have sent it. Check the base URL.",
	},
	{
		folder: 'api/client',
		type: 'unexpected_reply',
		status: null,
		title: 'The response does not have the documented form',
		detail: 'The request may have taken effect. Check that the base URL leads to the service, and its version.',
	},
	{
		folder: 'api/client',
		type: 'unreadable_reply',
		status: null,
		title: 'The response is not JSON',
		detail: 'The request may have taken effect. A proxy may have sent the response. The worker retries what is safe.',
	},
];
