/** Returns a function that takes the secret out of any text: services echo what they were sent. */
export function redactor(secret: string): (text: string) => string {
	const forms = new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
	return (text) => [...forms].reduce((rest, form) => rest.split(form).join('[redacted]'), text);
}
