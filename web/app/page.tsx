export default function Home() {
  return <h1>Smarter Growth. Accurate Results.</h1>;
}
