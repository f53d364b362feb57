import { Missing } from '../../../missing.tsx';

export default Missing;
