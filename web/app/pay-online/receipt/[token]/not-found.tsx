import { Missing } from '#web/app/missing.tsx';

export default Missing;
