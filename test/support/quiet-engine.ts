// n8n's engine inside the tests logs every failure that a test asks for; a real n8n server is a process of its own
// and logs as always.
process.env['N8N_LOG_LEVEL'] ??= 'silent';
