import { ICredentialsHelper } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	IRequestOptionsSimplified,
} from 'n8n-workflow';

const notStored = () => Promise.reject(new Error('Nodes under test ask for decrypted credentials only.'));

/** Gives nodes one credential, and applies the credential's own function `authenticate` to each request. */
export class TestCredentialsHelper<
	Data extends ICredentialDataDecryptedObject = ICredentialDataDecryptedObject,
> extends ICredentialsHelper {
	/**
	 * @param data decrypted
	 * @param onRequest is shown every request before it is sent
	 */
	constructor(
		private readonly type: ICredentialType,
		public data: Data,
		private readonly onRequest: (request: IHttpRequestOptions) => void = () => undefined,
	) {
		super();
	}

	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	getCredentialsProperties = (): INodeProperties[] => this.type.properties;
	preAuthentication = () => Promise.resolve(undefined);
	runPreAuthentication = () => Promise.resolve(undefined);
	getDecrypted = (): Promise<ICredentialDataDecryptedObject> => Promise.resolve({ ...this.data });
	getCredentials = (): Promise<ICredentials> => notStored();
	updateCredentials = (): Promise<void> => notStored();
	updateCredentialsOauthTokenData = (): Promise<void> => notStored();

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const request: IHttpRequestOptions = { url: '', ...options };
		this.onRequest(request);
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new Error('The credential sets its header by an expression.');
		return await authenticate(credentials, request);
	}
}
